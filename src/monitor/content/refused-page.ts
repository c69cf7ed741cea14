import { nodeText, select, tagIds, wholePage, type Tree } from "../../html/index.ts";
import { textLength } from "../../html/internal.ts";
import type { CheckFailure } from "../checks/check-failure.ts";
import { isLoginPath } from "./login-path.ts";
import type { SourcePage } from "./content.ts";

/** A page with more text than that has content, whatever its heading says. */
const LONGEST = 1500;

const LOGIN =
  /^(?:please |you (?:must|need to) (?:be )?)?(?:log(?:ged)? ?in|sign(?:ed)? ?in|anmelden|anmeldung|einloggen|connexion|se connecter|identifiez-vous|iniciar sesi[oó]n|acceder|inicia sesi[oó]n|accedi|accesso|inloggen|entrar|fazer login|logowanie|zaloguj|войти|вход|увійти|giriş|ログイン|サインイン|登录|登入|로그인|تسجيل الدخول|đăng nhập|masuk)(?![\p{L}\p{N}])/iu;

/** Of a page without a field for a password, which another site may ask for. */
const LOGIN_ELSEWHERE =
  /(?:(?:log|sign) ?in (?:is )?(?:to (?:continue|view|see|access|read)|required|first)|you (?:must|need to|have to) (?:be (?:logged|signed)|log|sign) ?in|session (?:has )?(?:expired|timed out|abgelaufen|expir))/i;

const MAINTENANCE =
  /\bmaintenance\b|be (?:right )?back (?:soon|shortly|in a)|(?:temporarily|currently|briefly) (?:down|unavailable|offline|out of service)|service unavailable|(?:site|website|page) (?:is )?(?:down|offline|closed|unavailable)\b|under construction|wartung|vorübergehend nicht|en mantenimiento|en maintenance|manutenzione|manutenção|onderhoud|konserwacj|przerwa techniczna|техническ\p{L}+ (?:работ|обслуж)|bakım|メンテナンス|维护|維護|점검/iu;

const ERROR =
  /^(?:(?:http )?(?:error|status|fehler|erreur)[\s:#]*)?(?:40[0134589]|410|418|42[29]|451|50[0234]|52\d)(?:$|\s*[-–—:|!.]|\s+(?:error|page|not|bad|internal|forbidden|unauthorized|gateway|service|gone|too|client))|^(?:oops|sorry|whoops|uh[- ]oh)?[\s,!.:-]*(?:(?:internal )?server error|(?:the )?(?:page|site|file|resource|url)[^.]{0,40}(?:not found|cannot be found|could not be found|no longer exists|does ?n.t exist)|not found|bad gateway|gateway time-?out|too many requests|forbidden|access denied|application error|database error|fatal error|unexpected error|error establishing|(?:something|anything) went wrong|an? (?:unexpected |internal )?error (?:has )?occurred|we.re having (?:trouble|problems)|this (?:page|site) (?:isn.t|is not) (?:available|working))|^(?:seite nicht gefunden|page introuvable|página no encontrada|pagina non trovata|página não encontrada|pagina niet gevonden|nie znaleziono strony|страница не найдена|sayfa bulunamadı|ページが見つかりません|页面不存在|페이지를 찾을 수)/iu;

/**
 * Why a page that was answered as content is none: it asks for a login, or says by its title or
 * heading that the site is under maintenance or that something went wrong, and has little other
 * text. Undefined for all else. A page whose address is that of a login may ask for one.
 */
export function refusalOf(tree: Tree, { url }: SourcePage): CheckFailure | undefined {
  const whole = wholePage(tree, { url });
  if (textLength(whole, LONGEST + 1) > LONGEST) return undefined;
  const names = namesOf(tree);
  const said = (pattern: RegExp): string | undefined => names.find((name) => pattern.test(name));
  const login = said(LOGIN_ELSEWHERE) ?? (asksPassword(tree) ? said(LOGIN) : undefined);
  if (login !== undefined && !isLoginPath(url)) {
    return { code: "LOGIN_REQUIRED", error: `The page asks for a login: ${quoted(login)}.` };
  }
  const error = said(ERROR) ?? said(MAINTENANCE);
  if (error === undefined) return undefined;
  return { code: "ERROR_PAGE", error: `The page says that it failed: ${quoted(error)}.` };
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

/** Headings that are looked at. */
const MOST_HEADINGS = 5;

/** What the page calls itself: its title, without the site's name, and its headings. */
function namesOf(tree: Tree): string[] {
  const title = tree.firstOfTag(tagIds.title);
  const parts = title === 0 ? [] : nodeText(tree, title).split(/\s[-–—|·»:]\s/);
  const headings = [tagIds.h1, tagIds.h2].flatMap((tag) => {
    const found: string[] = [];
    let node = tree.firstOfTag(tag);
    for (; node !== 0 && found.length < MOST_HEADINGS; node = tree.nextOfTag(node))
      found.push(nodeText(tree, node));
    return found;
  });
  return [...parts, ...headings].map((name) => name.trim()).filter((name) => name !== "");
}

function asksPassword(tree: Tree): boolean {
  return select(tree, "input[type=password i]").length > 0;
}

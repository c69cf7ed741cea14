const LOGIN_PATH =
  /\/(?:log-?_?in|sign-?_?in|log-?on|sso|auth(?:enticate|orize|entication)?|oauth2?|saml2?|cas|wp-login\.php|users\/sign_in|accounts?\/(?:login|signin)|session\/new|login\.(?:php|aspx?|html?|jsp|do)|signin\.(?:php|aspx?|html?)|anmelden|anmeldung|connexion|iniciar-sesion|accedi|entrar|inloggen|logowanie)(?:\/|$)/i;

const LOGIN_QUERY = /^(?:login|signin|action=login|do=login|title=Special:UserLogin)(?:$|[=&])/i;

/** Whether a URL is that of a page for logging in. */
export function isLoginPath(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  return LOGIN_PATH.test(parsed.pathname) || LOGIN_QUERY.test(parsed.search.slice(1));
}

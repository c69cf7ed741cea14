/**
 * Runs in a page's isolated world, as source: brings the page to a stand for a picture, and lets it
 * go on. Animations that end are at their end, endless ones are not there, the caret does not show.
 */
export class AnimationFreezer {
  /** Elements that are searched for shadow trees. */
  #looks = 50_000;

  freeze(): void {
    const thaws: (() => void)[] = [];
    for (const root of this.#roots()) {
      for (const animation of root.getAnimations()) this.#stop(animation, thaws);
    }
    for (const picture of document.querySelectorAll("svg")) {
      if (picture.animationsPaused()) continue;
      picture.pauseAnimations();
      thaws.push(() => picture.unpauseAnimations());
    }
    this.#hideCaret(thaws);
    (globalThis as { draglineThaws?: (() => void)[] }).draglineThaws = thaws;
  }

  thaw(): void {
    const world = globalThis as { draglineThaws?: (() => void)[] };
    for (const thaw of world.draglineThaws ?? []) thaw();
    delete world.draglineThaws;
  }

  #roots(): (Document | ShadowRoot)[] {
    const roots: (Document | ShadowRoot)[] = [document];
    // The list grows while it is gone through.
    for (const root of roots) {
      for (const element of root.querySelectorAll("*")) {
        this.#looks -= 1;
        if (this.#looks < 0) return roots;
        const inner = this.#innerOf(element);
        if (inner !== null) roots.push(inner);
      }
    }
    return roots;
  }

  #innerOf(element: Element): Document | ShadowRoot | null {
    try {
      const isFrame = Reflect.get(Element.prototype, "localName", element) === "iframe";
      if (!isFrame) return Reflect.get(Element.prototype, "shadowRoot", element);
      return Reflect.get(HTMLIFrameElement.prototype, "contentDocument", element);
    } catch {
      return null;
    }
  }

  #stop(animation: Animation, thaws: (() => void)[]): void {
    // Those that follow scrolling stand still by themselves.
    if (animation.playState !== "running") return;
    if (typeof animation.timeline?.currentTime !== "number") return;
    try {
      const end = animation.effect?.getComputedTiming().endTime;
      if (end === Number.POSITIVE_INFINITY) {
        animation.cancel();
        thaws.push(() => animation.play());
      } else animation.finish();
    } catch {
      // One whose playback rate is 0 cannot be finished, and does not move.
    }
  }

  #hideCaret(thaws: (() => void)[]): void {
    const { prototype } = Document;
    let active: Element | null = Reflect.get(prototype, "activeElement", document);
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    if (!(active instanceof HTMLElement)) return;
    const isEditable =
      active instanceof HTMLInputElement ||
      active instanceof HTMLTextAreaElement ||
      active.isContentEditable;
    if (!isEditable) return;
    const field = active;
    const before = field.getAttribute("style");
    field.style.setProperty("caret-color", "transparent", "important");
    thaws.push(() => {
      if (before === null) field.removeAttribute("style");
      else field.setAttribute("style", before);
    });
  }
}

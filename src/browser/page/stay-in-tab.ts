/**
 * The script with which links and forms that would open a tab open in their own. It is for a world of its
 * own, `dragline-keep-documents`: the page's scripts see nothing of it.
 */
export const stayInTab = {
  source: `(${stay.toString()})()`,
  worldName: "dragline-keep-documents",
};

/** Runs in the page. */
function stay(): void {
  const keep = (event: Event): void => {
    for (const node of event.composedPath()) {
      const isLink = node instanceof HTMLAnchorElement || node instanceof HTMLAreaElement;
      if (isLink || node instanceof HTMLFormElement) node.target = "_self";
    }
    if (event instanceof SubmitEvent) event.submitter?.removeAttribute("formtarget");
  };
  for (const type of ["click", "auxclick", "submit"]) addEventListener(type, keep, true);
}

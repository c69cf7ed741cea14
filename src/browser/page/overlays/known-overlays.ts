/**
 * CSS selectors of the elements that consent managers and newsletter tools put into pages, from
 * what they document for styling or show on sites.
 */
export const knownOverlays: readonly string[] = Object.freeze([
  // OneTrust, and Optanon before it
  "#onetrust-consent-sdk, #onetrust-banner-sdk, #onetrust-pc-sdk, .onetrust-pc-dark-filter",
  "#optanon, #optanon-popup-bg, #optanon-popup-wrapper, .optanon-alert-box-wrapper",
  // Cookiebot
  "#CybotCookiebotDialog, #CybotCookiebotDialogBodyUnderlay, #CookiebotWidget",
  // Didomi
  "#didomi-host, #didomi-popup, #didomi-notice, .didomi-popup-backdrop",
  // Usercentrics
  "#usercentrics-root, #usercentrics-cmp-ui, #uc-banner-modal, .uc-banner-wrapper",
  // Quantcast Choice, InMobi
  "#qc-cmp2-container, .qc-cmp2-container, #qc-cmp2-main, .qc-cmp-ui-container",
  // TrustArc
  "#truste-consent-track, .truste_overlay, .truste_box_overlay, #consent_blackbar",
  "#trustarc-banner-overlay, #trustarcNoticeFrame, iframe[src*='consent-pref.trustarc.com']",
  // CookieYes, and Cookie Law Info before it
  ".cky-consent-container, .cky-overlay, .cky-modal, .cky-btn-revisit-wrapper",
  "#cookie-law-info-bar, #cookie-law-info-again, .cli-modal, .cli-modal-backdrop",
  // Sourcepoint
  "[id^='sp_message_container_'], iframe[id^='sp_message_iframe_'], .sp_veil",
  // Klaro
  ".klaro .cookie-notice, .klaro .cookie-modal, .klaro .cm-bg, #klaro-cookie-notice",
  // Osano, and Cookie Consent before it
  ".osano-cm-window, .osano-cm-dialog, .osano-cm-widget, .cc-window.cc-banner, .cc-revoke",
  ".cc-window.cc-floating, .cc-window[aria-label='cookieconsent']",
  // Complianz
  "#cmplz-cookiebanner-container, .cmplz-cookiebanner, #cmplz-manage-consent",
  ".cmplz-soft-cookiewall",
  // iubenda
  "#iubenda-cs-banner, .iubenda-cs-overlay, #iubenda-iframe, .iubenda-uspr-btn",
  // Termly
  "#termly-code-snippet-support, [class*='termly-styles-root']",
  // Borlabs Cookie
  "#BorlabsCookieBox, #BorlabsCookieBoxWidget, #BorlabsCookieBoxWrap",
  // Google Funding Choices
  ".fc-consent-root, .fc-dialog-overlay, .fc-dialog-container, .fc-ab-root",
  // consentmanager
  "#cmpbox, #cmpbox2, #cmpwrapper, .cmpboxBG",
  // CookieFirst, Cookie Script, Cookie Information, CookieHub
  ".cookiefirst-root, #cookiefirst-root, #cookiescript_injected, #cookiescript_injected_wrapper",
  "#cookiescript_badge, #coiOverlay, #coi-banner-wrapper, #cookie-information-template-wrapper",
  ".ch2-container, #ch2-dialog",
  // Axeptio, tarteaucitron, Civic, Evidon, Ketch, Transcend, CCM19
  "#axeptio_overlay, .axeptio_mount, #tarteaucitronRoot, #ccc[role='region'], #ccc-overlay",
  "#_evidon_banner, #_evidon-background, #_evidon-barrier-wrapper, .evidon-consent-button",
  "#ketch-banner, #ketch-consent-banner, #lanyard_root, #transcend-consent-manager",
  "#ccm-widget, .ccm-root.ccm-modal, .ccm-modal.ccm-widget",
  // Plug-ins of WordPress, Drupal, Squarespace, Shopify, HubSpot
  "#moove_gdpr_cookie_info_bar, #moove_gdpr_cookie_modal, #cookie-notice.cookie-notice-visible",
  "#cookie-notice[role='dialog'], #sliding-popup.sliding-popup-bottom, .eu-cookie-compliance-banner",
  "#sliding-popup.sliding-popup-top, .sqs-cookie-banner-v2, #shopify-pc__banner",
  "#hs-eu-cookie-confirmation, #hs-banner-parent",
  // CookieConsent by Orest Bida
  "#cc-main[data-nosnippet], #cc--main",
  // Newsletter tools
  "#privy-container, #hellobar-bar, .bx-campaign.bxc, .mc-modal, .mc-modal-bg, #om-lightbox-post",
]);

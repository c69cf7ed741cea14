/** Speeds that there is a button for. */
export const speeds: readonly number[] = [0.5, 1, 2, 4, 8];

/**
 * What the player does besides the browser's own controls: speeds, and keys wherever the focus is. It
 * says in words when the video cannot be played, as when its URL has expired.
 */
export const playerScript = `
"use strict";
const video = document.querySelector("video");
const buttons = [...document.querySelectorAll("button[data-speed]")];
const notice = document.querySelector("#trouble");
const speeds = buttons.map((button) => Number(button.dataset.speed));
const setSpeed = (speed) => {
  video.playbackRate = speed;
  video.defaultPlaybackRate = speed;
  for (const button of buttons) button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === speed));
};
const faster = (step) => {
  const next = speeds[speeds.indexOf(video.playbackRate) + step];
  if (next !== undefined) setSpeed(next);
};
const seek = (seconds) => {
  const end = Number.isFinite(video.duration) ? video.duration : 0;
  video.currentTime = Math.min(Math.max(video.currentTime + seconds, 0), end);
};
const toggle = () => { if (video.paused) video.play().catch(() => {}); else video.pause(); };
const full = () => { if (document.fullscreenElement) document.exitFullscreen(); else video.requestFullscreen().catch(() => {}); };
const keys = {
  " ": toggle, k: toggle, f: full,
  ArrowLeft: () => seek(-5), ArrowRight: () => seek(5), j: () => seek(-10), l: () => seek(10),
  ArrowUp: () => faster(1), ArrowDown: () => faster(-1), ">": () => faster(1), "<": () => faster(-1),
  Home: () => seek(-Infinity), End: () => seek(Infinity),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  event.preventDefault();
  event.stopPropagation();
  keys[event.key]();
}, true);
for (const button of buttons) button.addEventListener("click", () => setSpeed(Number(button.dataset.speed)));
video.addEventListener("error", () => { notice.hidden = false; });
`;

import { ClientPlayer } from "./client/client-player.ts";

/** Speeds that there is a button for. */
export const speeds: readonly number[] = [0.5, 1, 2, 4, 8];

/** The script of the player's page. */
export const playerScript: string = `"use strict";
new (${ClientPlayer.toString()})(document.querySelector("video"));
`;

/** A short tone when it is somebody's turn. */

import { settings } from '../settings.js';

/** @type {AudioContext | undefined} */
let audio;

/** How long the tone is, in seconds. */
const LENGTH = 0.25;

export function ring() {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const { currentTime } = audio;
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.15, currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, currentTime + LENGTH);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(currentTime + LENGTH);
}

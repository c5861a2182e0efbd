/** Way to install the app on this device: the browser's prompt, or the menu of iOS. */
export type InstallWay = 'prompt' | 'share'

type Device = {
  /** The browser has offered to install the app, and has not been answered. */
  hasPrompt: boolean
  /** This is the installed app. */
  isInstalled: boolean
  /** Somebody does not want to be asked on this device. */
  isDismissed: boolean
  userAgent: string
  maxTouchPoints: number
}

/** The way to install the app here and now; undefined: none, or declined. */
export function installWay(device: Device): InstallWay | undefined {
  if (device.isInstalled || device.isDismissed) return undefined
  if (device.hasPrompt) return 'prompt'
  return isIosSafari(device) ? 'share' : undefined
}

/**
 * Safari on an iPhone or iPad, which says nothing by an event. An iPad calls itself a Mac, and no Mac has a touch screen;
 * other browsers there, and pages inside of other apps, give themselves away by their names or by having no version.
 */
function isIosSafari({ userAgent, maxTouchPoints }: Device): boolean {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isIos && /Version\/[\d.]+ .*Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|GSA\//.test(userAgent)
}

const KEY = 'installHint'
const DISMISSED = 'dismissed'
let isDismissedHere = false

/** The way on this device as it is now. */
export function installWayHere(): InstallWay | undefined {
  return installWay({
    hasPrompt: window.installPrompt !== undefined,
    isInstalled: matchMedia('(display-mode: standalone)').matches || isIosApp(),
    isDismissed: isDismissed(),
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
  })
}

/** Safari's own way to say so, older than the media query. */
const isIosApp = () => (navigator as { standalone?: boolean }).standalone === true

function isDismissed(): boolean {
  try {
    return isDismissedHere || localStorage.getItem(KEY) === DISMISSED
  } catch {
    return isDismissedHere
  }
}

/** Stops the offer on this device; without storage, until the page is reloaded. */
export function dismissInstall(): void {
  isDismissedHere = true
  try {
    localStorage.setItem(KEY, DISMISSED)
  } catch {
    // A browser that stores nothing.
  }
}

/** How the app gets onto this device's home screen: by the browser's own question, or by the menu of iOS. */
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

/** The way to install the app here and now, or undefined when there is none or nobody wants it. */
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

/** Nobody is asked again on this device; where nothing is stored, not before the page is loaded anew. */
export function dismissInstall(): void {
  isDismissedHere = true
  try {
    localStorage.setItem(KEY, DISMISSED)
  } catch {
    // A browser that stores nothing.
  }
}

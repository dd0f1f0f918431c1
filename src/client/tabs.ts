/** Messages between the tabs of one browser about their session. */
export type TabMessage =
  /** The user signed out in this tab: the session of this token has ended everywhere. */
  | { kind: 'ended'; token: string | null }
  /** This user is signed in again. Another tab may get this before it can read the new cookie. */
  | { kind: 'begun'; userId: number; token: string }

const name = 'coldfleet-session'
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null

/** Send a message to the other tabs of this browser. */
export const notifyTabs = (message: TabMessage): void => channel?.postMessage(message)

/** Listen to messages of other tabs; return the function that stops it. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabMessage>) => listener(data)
  channel?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}

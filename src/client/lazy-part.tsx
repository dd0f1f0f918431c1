import { type ComponentType, createElement, type ReactNode, Suspense, use, useState } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { type LoadedOnce, loadedOnce } from './loaded-once.ts'
import { onFirstInput } from './on-first-input.ts'

type Loading<Props> = Promise<ComponentType<Props>>
type PartProps<Props> = { code: LoadedOnce<ComponentType<Props>>; placeholder: ReactNode; props: Props }
type LoadedProps<Props> = { code: LoadedOnce<ComponentType<Props>>; part: Loading<Props>; props: Props }

function Loaded<Props extends object>({ code, part, props }: LoadedProps<Props>) {
  return createElement(code.get() ?? use(part), props)
}

function Part<Props extends object>({ code, placeholder, props }: PartProps<Props>) {
  const { start } = code
  const [part, setPart] = useState(start)
  // Closed by its owner, a dialog that was not loaded does not open by itself later.
  const close = 'onClose' in props && typeof props.onClose === 'function' ? props.onClose : undefined
  return (
    <ErrorBoundary floating={placeholder === null} onRetry={() => setPart(start())} onClose={() => void close?.()}>
      <Suspense fallback={placeholder}>
        <Loaded code={code} part={part} props={props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/**
 * A part of the page whose script is loaded when the part is first shown. If its script fails to load, the page stays
 * and shows an error with "try again": in the place of the `placeholder`, or over the page for a dialog, which has no
 * placeholder. `ahead` = load it at the first sign that the user interacts with the page.
 */
export function lazyPart<Props extends object>(
  load: () => Loading<Props>,
  placeholder: ReactNode = null,
  ahead = false,
): (props: Props) => ReactNode {
  const code = loadedOnce(load)
  if (ahead) onFirstInput(() => void code.start().catch(() => undefined))
  return (props) => <Part<Props> code={code} placeholder={placeholder} props={props} />
}

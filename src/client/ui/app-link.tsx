import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { preloadScreen } from '#client/preload.ts'

/** A link inside the application; it preloads the screen when the pointer or the focus reaches it. */
export function AppLink({ href, onPointerEnter, onFocus, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <Link
      {...rest}
      href={href}
      onPointerEnter={(event) => {
        preloadScreen(href)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        preloadScreen(href)
        onFocus?.(event)
      }}
    />
  )
}

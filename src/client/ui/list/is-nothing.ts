import { isValidElement, type ReactNode } from 'react'

/** Whether a cell shows no value: nothing, or only a dash. */
export function isNothing(content: ReactNode): boolean {
  if (content === null || content === undefined || content === '' || content === '-') return true
  if (!isValidElement<{ children?: ReactNode; top?: ReactNode; under?: ReactNode }>(content)) return false
  const { children, top, under } = content.props
  return 'top' in content.props ? isNothing(top) && !under : 'children' in content.props && isNothing(children)
}

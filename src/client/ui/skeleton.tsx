import { classNames } from './class-names.ts'

/** A grey placeholder of the final size; set width and height by classes. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('skeleton block', className)} />
)

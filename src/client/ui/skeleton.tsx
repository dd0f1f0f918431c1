import { classNames } from './class-names.ts'

/** A grey place-holder of the final size; give it width and height by classes. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('skeleton block', className)} />
)

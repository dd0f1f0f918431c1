/** The logo of the product: a snowflake in the accent colour. */
export const BrandMark = ({ className }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 32 32" className={className}>
    <rect width="32" height="32" rx="7" fill="var(--accent-fill)" />
    <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
      <path d="M16 6v20M7.3 11l17.4 10M24.7 11L7.3 21" />
      <path d="M13 7.6l3 2.6 3-2.6M13 24.4l3-2.6 3 2.6" />
    </g>
  </svg>
)

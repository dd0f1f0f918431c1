import { useWord } from '#client/i18n.ts'
import { InfoMark } from '#client/ui/info-mark.tsx'
import { normalLimits } from '#shared/health-limits.ts'

/** The normal limits of each value and their source. */
export function LimitsMark() {
  const say = useWord()
  const { systolic, diastolic, fastingBloodSugar, bmi } = normalLimits
  return (
    <InfoMark label={say('kpi.limits')}>
      <p>
        {say('kpi.limits.bloodPressure', {
          low: systolic.min,
          high: systolic.below,
          low2: diastolic.min,
          high2: diastolic.below,
        })}
      </p>
      <p>{say('kpi.limits.fastingBloodSugar', { low: fastingBloodSugar.min, high: fastingBloodSugar.below })}</p>
      <p>{say('kpi.limits.bmi', { low: bmi.min, high: bmi.below })}</p>
    </InfoMark>
  )
}

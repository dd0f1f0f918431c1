import { useWord } from '#client/i18n.ts'
import { Card } from '#client/ui/card.tsx'
import type { ProjectImage } from '#shared/projects.ts'
import type { FieldName } from '#shared/selection/project-fields.ts'
import { ImagePicker } from './image-picker.tsx'
import { RoomPlan } from './room-plan.tsx'
import { useFreshImageLinks } from './use-fresh-image-links.ts'
import type { LiveSelection } from './use-selection.ts'
import { WizardCheck } from './wizard-check.tsx'
import type { WizardForm } from './wizard-form.ts'

type Props = {
  form: WizardForm
  live: LiveSelection
  refusals: number
  onImages: (images: ProjectImage[], mainImage: string | null) => void
  onGo: (field: FieldName) => void
}

/** Page 4: the sketches, and whether everything for the report is complete. */
export function WizardPageSketch({ form, live, refusals, onImages, onGo }: Props) {
  const say = useWord()
  const { images, mainImage } = useFreshImageLinks(form)
  return (
    <>
      <WizardCheck missing={live.missing} errors={live.errors} refusals={refusals} onGo={onGo} />
      <Card title={say('wizard.sketches')}>
        <ImagePicker images={images} mainImage={mainImage} onChange={onImages} />
      </Card>
      <RoomPlan project={live.project} />
    </>
  )
}

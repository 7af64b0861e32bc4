import { useTranslation } from 'react-i18next';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { unfiltered } from '../../../machines/lists/list.url.ts';
import { Button } from '../../ui/button.tsx';
import type { ListActor } from '../lists/list-actor.ts';

/** Loads the list of `kind` without its filters. */
export const ClearFilters = ({
  actor,
  kind,
  variant,
}: {
  readonly actor: ListActor;
  readonly kind: ListQuery['kind'];
  readonly variant: 'secondary' | 'quiet';
}) => {
  const { t } = useTranslation('account');
  return (
    <Button
      variant={variant}
      icon="close"
      onClick={() => actor.send({ type: 'filter.change', query: unfiltered(kind) })}
    >
      {t('list.clear')}
    </Button>
  );
};

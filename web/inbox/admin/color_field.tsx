/**
 * A colour: one of a few with their names, or any other.
 * @module
 */
import { useId } from "preact/hooks";
import { FieldGroup } from "../../kit/choice.tsx";

/** The field. Values are `#rrggbb`. */
export function ColorField(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Colour → its name. */
  readonly colors: Readonly<Record<string, string>>;
  readonly otherLabel: string;
}) {
  const { label, hint, error, name, value, onValue, colors, otherLabel } = props;
  const id = useId();
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      <div class="swatches">
        {Object.entries(colors).map(([color, says]) => (
          <label key={color} class="swatch" title={says}>
            <input
              type="radio"
              name={name}
              value={color}
              checked={color === value}
              aria-label={says}
              onChange={() => onValue(color)}
            />
            <span style={{ backgroundColor: color }} aria-hidden="true" />
          </label>
        ))}
        <span class="swatch-other">
          <label for={id}>{otherLabel}</label>
          <input
            id={id}
            type="color"
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          <code>{value}</code>
        </span>
      </div>
    </FieldGroup>
  );
}

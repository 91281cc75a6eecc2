/**
 * A text as a QR code: dark on light in both themes, as cameras want it.
 * @module
 */
import { correction, generate } from "lean-qr";
import { useMemo } from "preact/hooks";

/** Light modules around it, which the standard asks for. */
const MARGIN = 4;

/** The picture. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text, { minCorrectionLevel: correction.M });
    let path = "";
    for (let y = 0; y < code.size; y++) {
      for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`;
    }
    return { path, size: code.size + 2 * MARGIN };
  }, [text]);
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

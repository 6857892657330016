package confirm

import (
	"encoding/json"
	"io"

	"github.com/lifecyclelint/lifecyclelint/internal/confirm"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/profile"
)

// Version of the schema. It changes when a field is removed or means something else; new
// fields may appear at any time.
const Version = 1

// JSON writes the report as one object; files are named relative to its root.
func JSON(w io.Writer, r *confirm.Report, opts Options) error {
	r = r.Named(func(file string) string { return finding.Rel(opts.Dir, file) })
	filled := *r
	filled.Profiles = append([]confirm.Moment{}, r.Profiles...)
	filled.Confirmed = append([]*confirm.Confirmed{}, r.Confirmed...)
	filled.Seen = append([]*confirm.Confirmed{}, r.Seen...)
	filled.Blocked = append([]*confirm.Spot{}, r.Blocked...)
	filled.Idle = append([]*confirm.Spot{}, r.Idle...)
	filled.Notes = append([]string{}, r.Notes...)
	filled.Unread = append([]profile.Problem{}, r.Unread...)
	filled.Problems = append([]driver.Problem{}, r.Problems...)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Version int    `json:"version"`
		Root    string `json:"root"`
		*confirm.Report
	}{Version, opts.Dir, &filled})
}

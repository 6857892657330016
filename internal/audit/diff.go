package audit

import (
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// A Change is one answer, or one finding, that is not what it was.
type Change struct {
	Service string           `json:"service,omitempty"`
	Column  string           `json:"column,omitempty"`
	Before  service.Value    `json:"before,omitempty"` // "" when there was no such service
	After   service.Value    `json:"after,omitempty"`  // "" when there is none any more
	Text    string           `json:"text"`
	Better  bool             `json:"better"`
	Finding *finding.Finding `json:"finding,omitempty"`
}

// rank orders answers; what does not apply is as good as it gets.
var rank = map[service.Value]int{service.No: 0, service.Unknown: 1, service.Partly: 1, service.Yes: 2, service.None: 2}

// follows are the questions that arise by what another one is about: a shutdown, a
// readiness probe. That they arise now, or no more, is neither good nor bad.
var follows = map[string]bool{"budget": true, "draining": true}

// Compare notes what has become of an older report, of revision since.
func (r *Report) Compare(old *Report, since string) {
	r.Since = since
	before := make(map[string]service.Service)
	for _, s := range old.Services {
		before[s.Package] = s
	}
	for _, s := range r.Services {
		was, known := before[s.Package]
		delete(before, s.Package)
		for _, col := range r.Columns {
			now, then := s.Cells[col.ID], was.Cells[col.ID]
			if known && (now.Value == then.Value && now.Text == then.Text) || !known && rank[now.Value] == 2 {
				continue
			}
			if known && follows[col.ID] && (now.Value == service.None || then.Value == service.None) {
				continue
			}
			c := Change{Service: s.Name, Column: col.ID, Before: then.Value, After: now.Value, Text: col.Title + ": " + now.Text}
			c.Better = rank[now.Value] > rank[then.Value] && known
			if known && rank[now.Value] == rank[then.Value] {
				continue
			}
			r.Changes = append(r.Changes, c)
		}
	}
	for _, s := range old.Services {
		if _, gone := before[s.Package]; gone {
			r.Changes = append(r.Changes, Change{Service: s.Name, Text: "is gone", Better: true})
		}
	}
	r.compareFindings(old)
}

func (r *Report) compareFindings(old *Report) {
	diff := func(a, b []finding.Finding, better bool, text string) {
		known := make(map[string]bool)
		for _, f := range b {
			known[f.Fingerprint] = true
		}
		for _, f := range a {
			if !known[f.Fingerprint] {
				r.Changes = append(r.Changes, Change{Text: text + f.Message, Better: better, Finding: &f})
			}
		}
	}
	diff(r.Findings, old.Findings, false, "new: ")
	diff(old.Findings, r.Findings, true, "gone: ")
}

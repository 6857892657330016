package confirm

import (
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Named returns the report with other names for files.
func (r *Report) Named(name func(string) string) *Report {
	c := *r
	c.Confirmed, c.Seen = namedFindings(r.Confirmed, name), namedFindings(r.Seen, name)
	c.Blocked, c.Idle = namedSpots(r.Blocked, name), namedSpots(r.Idle, name)
	return &c
}

func namedFindings(list []*Confirmed, name func(string) string) []*Confirmed {
	list = slices.Clone(list)
	for i, c := range list {
		list[i] = &Confirmed{namedFinding(c.Finding, name), c.Evidence, namedSpots(c.Spots, name)}
	}
	return list
}

func namedFinding(f finding.Finding, name func(string) string) finding.Finding {
	f.File = name(f.File)
	f.Trace = slices.Clone(f.Trace)
	for i := range f.Trace {
		f.Trace[i].File = name(f.Trace[i].File)
	}
	f.Run = finding.Renamed(f.Run, name)
	f.Doubts = slices.Clone(f.Doubts)
	for i := range f.Doubts {
		f.Doubts[i].File = name(f.Doubts[i].File)
	}
	f.Fix = nil // the fix command makes it; its edits are not needed here
	return f
}

func namedSpots(list []*Spot, name func(string) string) []*Spot {
	list = slices.Clone(list)
	for i, s := range list {
		c := *s
		c.File, c.Started, c.Stack = name(s.File), namedSites(s.Started, name), namedSites(s.Stack, name)
		c.Ends = slices.Clone(s.Ends)
		for k := range c.Ends {
			c.Ends[k].File = name(c.Ends[k].File)
		}
		c.Why = slices.Clone(s.Why)
		for k := range c.Why {
			c.Why[k].Finding = namedFinding(c.Why[k].Finding, name)
			if p := c.Why[k].Proof; p != nil {
				proof := *p
				proof.File = name(p.File)
				c.Why[k].Proof = &proof
			}
		}
		list[i] = &c
	}
	return list
}

func namedSites(list []Site, name func(string) string) []Site {
	list = slices.Clone(list)
	for i := range list {
		list[i].File = name(list[i].File)
	}
	return list
}

// Package json prints findings for programs. Files are named relative to the root of
// the module, which is beside them, and the edits of fixes are byte for byte what
// the fix command would make.
package json

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// Version of the schema. It changes when a field is removed or means something
// else; new fields may appear at any time.
const Version = 2

type report struct {
	Version    int               `json:"version"`
	Root       string            `json:"root"` // of the module; files that are not absolute are named relative to it
	Packages   int               `json:"packages"`
	Findings   []finding.Finding `json:"findings"`
	Suppressed []finding.Finding `json:"suppressed"` // accepted by a comment or the baseline
	Below      int               `json:"below"`      // findings that are less sure than what was asked for
	LeftAlone  []string          `json:"leftAlone"`  // packages for developers, in which nothing is reported
	Problems   []driver.Problem  `json:"problems"`   // packages that could not be analyzed
}

// Write prints the result as one object.
func Write(w io.Writer, res *driver.Result, dir string) error {
	n := namer{root: moduleRoot(dir)}
	return encode(w, report{
		Version: Version, Root: n.root, Packages: res.Packages,
		Findings: n.findings(res.Findings), Suppressed: n.findings(res.Suppressed), Below: len(res.Below),
		LeftAlone: append([]string{}, res.LeftAlone...), Problems: append([]driver.Problem{}, res.Problems...),
	})
}

// WriteCandidates prints the candidates of a result, with what has come of them.
func WriteCandidates(w io.Writer, res *driver.Result, dir string) error {
	n := namer{root: moduleRoot(dir)}
	list := []finding.Candidate{}
	for _, c := range res.Candidates {
		c.Finding = n.finding(c.Finding)
		if c.Proof != nil {
			proof := *c.Proof
			proof.File = n.name(proof.File)
			c.Proof = &proof
		}
		list = append(list, c)
	}
	return encode(w, struct {
		Version    int                 `json:"version"`
		Root       string              `json:"root"`
		Packages   int                 `json:"packages"`
		Candidates []finding.Candidate `json:"candidates"`
		Problems   []driver.Problem    `json:"problems"`
	}{Version, n.root, res.Packages, list, append([]driver.Problem{}, res.Problems...)})
}

func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// moduleRoot returns the directory of the go.mod that applies in dir, or dir itself
// where there is none, as above the modules of a workspace.
func moduleRoot(dir string) string {
	for root := dir; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return root
		}
		if root == filepath.Dir(root) {
			return dir
		}
	}
}

// A namer names files relative to the root.
type namer struct{ root string }

func (n namer) name(file string) string { return finding.Rel(n.root, file) }

func (n namer) findings(list []finding.Finding) []finding.Finding {
	named := []finding.Finding{}
	for _, f := range list {
		named = append(named, n.finding(f))
	}
	return named
}

// finding returns a copy of f with relative names and exact edits.
func (n namer) finding(f finding.Finding) finding.Finding {
	if f.Fix != nil {
		fix := *f.Fix
		if src, err := os.ReadFile(f.File); err == nil { // for a deleted file, all edits are kept
			fix.Edits = driver.Exact(src, fix.Edits)
		}
		edits := make([]finding.Edit, len(fix.Edits))
		for i, e := range fix.Edits {
			edits[i] = e
			edits[i].File = n.name(e.File)
		}
		fix.Edits, f.Fix = edits, &fix
	}
	var trace []finding.Hop
	for _, hop := range f.Trace {
		hop.File = n.name(hop.File)
		trace = append(trace, hop)
	}
	var doubts []finding.Doubt
	for _, d := range f.Doubts {
		d.File = n.name(d.File)
		doubts = append(doubts, d)
	}
	f.File, f.Trace, f.Doubts, f.Run = n.name(f.File), trace, doubts, finding.Renamed(f.Run, n.name)
	return f
}

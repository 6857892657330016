package driver

import (
	"github.com/lifecyclelint/lifecyclelint/internal/directive"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// An Acceptance is a directive that accepts a finding, to be written into its file.
type Acceptance struct {
	File   string
	Line   int    // of the finding
	Check  string // its ID
	Until  string // the last day on which it is accepted; "" for no end
	Reason string // "" leaves it for the author to write; until then, the directive accepts nothing
}

// Write returns src with the directive, and the directive. It is an error if there is no
// place where it would be in force.
func (a Acceptance) Write(src []byte) (changed []byte, written string, err error) {
	args := a.Check
	if a.Until != "" {
		args += " until=" + a.Until
	}
	insert := func(reason string) (string, error) {
		ins, err := directive.Insert(src, a.Line, args, reason)
		if err != nil {
			return "", err
		}
		changed = Apply(src, []finding.Edit{{File: a.File, Start: ins.At, End: ins.At, New: ins.Text}})
		return ins.Text, nil
	}
	reason := a.Reason
	if reason == "" {
		reason = "as good as the one to come"
	}
	if written, err = insert(reason); err != nil {
		return nil, "", err
	}
	if err := directive.Verify(changed, a.Line, a.Check); err != nil {
		return nil, "", err
	}
	if a.Reason == "" {
		written, err = insert("")
	}
	return changed, written, err
}

package lifecycle

import (
	"bytes"
	"fmt"
	"runtime/pprof"
	"strings"
)

// groupLabel is the pprof label that every goroutine of a Group carries, and that
// goroutines started by it inherit. It is how the stacks of stuck workers are found, and it
// distinguishes groups in a goroutine profile.
const groupLabel = "lifecycle.group"

// StuckError says that workers did not return in time.
type StuckError struct {
	Count  int    // how many workers
	Stacks string // where they and the goroutines they started are
}

// Error returns the count followed by the stacks.
func (e *StuckError) Error() string {
	return fmt.Sprintf("%d worker(s) still running:\n%s", e.Count, e.Stacks)
}

func (g *Group) labels() pprof.LabelSet {
	return pprof.Labels(groupLabel, fmt.Sprintf("%p", g))
}

// stacks returns the stacks of the goroutines that carry the group's label.
// The text form of the goroutine profile is one paragraph per distinct stack,
// with its number of goroutines and its labels.
func (g *Group) stacks() string {
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		return err.Error()
	}
	label := fmt.Sprintf("%q:%q", groupLabel, fmt.Sprintf("%p", g))
	var found []string
	for _, stack := range strings.Split(profile.String(), "\n\n") {
		if strings.Contains(stack, label) {
			found = append(found, stack)
		}
	}
	return strings.Join(found, "\n\n")
}

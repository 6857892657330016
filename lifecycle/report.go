package lifecycle

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Report is the account of a shutdown.
type Report struct {
	Cause    string        // what began it: a signal's name, "worker failed", …
	Steps    []Step        // in the order in which they ended
	Duration time.Duration // of all; zero until the shutdown is over
}

// Step is one step of a shutdown: the drain, the end of HTTP, or a hook.
type Step struct {
	Phase     Phase
	Name      string        // file and line of the registration, or as Named
	Duration  time.Duration // how long it took, or was waited for
	Err       error         // *PanicError if it panicked
	Abandoned bool          // it did not end in its time and was abandoned
}

// Err joins the errors of all steps; it is what Run returns.
func (r Report) Err() error {
	var errs []error
	for _, s := range r.Steps {
		if s.Err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", s.Phase, s.Name, s.Err))
		}
	}
	return errors.Join(errs...)
}

// String returns one line per step.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "shutdown (%s) took %v\n", r.Cause, r.Duration.Round(time.Millisecond))
	for _, s := range r.Steps {
		fmt.Fprintf(&b, "  %-10s %-24s %8v", s.Phase, s.Name, s.Duration.Round(time.Millisecond))
		if s.Abandoned {
			b.WriteString("  abandoned")
		}
		if s.Err != nil {
			first, _, _ := strings.Cut(s.Err.Error(), "\n")
			b.WriteString("  " + first)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

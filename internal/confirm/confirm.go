// Package confirm joins what profiles of running processes say with what the checks have
// found: which findings of whatever tier goroutines really are stuck at, and where they
// are stuck without a finding.
package confirm

import (
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/model"
	"github.com/lifecyclelint/lifecyclelint/internal/profile"
)

// Options are how much confirms.
type Options struct {
	Growth int           // goroutines more in the last profile of a process than in the first
	Count  int           // goroutines in one process at one moment
	Age    time.Duration // of a wait that should be short: for a lock, or for a receiver
	Delay  time.Duration // of one wait on average, in block and mutex profiles
}

// A Report is what profiles say of the code.
type Report struct {
	Profiles  []Moment          `json:"profiles"`
	Confirmed []*Confirmed      `json:"confirmed"` // the first is what to repair first
	Seen      []*Confirmed      `json:"seen"`      // goroutines are there, and no more than idle ones may be
	Blocked   []*Spot           `json:"blocked"`   // stuck, without a finding of any check
	Idle      []*Spot           `json:"idle"`      // waiting, as goroutines may
	Foreign   int               `json:"foreign"`   // goroutines without a frame in the packages, over all profiles
	Notes     []string          `json:"notes"`
	Unread    []profile.Problem `json:"unread"`
	Problems  []driver.Problem  `json:"problems"`
}

// A Moment is one profile that was read.
type Moment struct {
	Name     string       `json:"name"`
	Instance string       `json:"instance"`
	Kind     profile.Kind `json:"kind"`
	Time     *time.Time   `json:"time,omitempty"`
	Total    int          `json:"total"`
}

// A Confirmed finding has goroutines that are stuck at it.
type Confirmed struct {
	Finding  finding.Finding `json:"finding"`
	Evidence Evidence        `json:"evidence"`
	Spots    []*Spot         `json:"spots"`
}

// A Spot is a place where goroutines are blocked.
type Spot struct {
	File     string        `json:"file"` // absolute until an output names it
	Line     int           `json:"line"`
	Function string        `json:"function"`
	State    profile.State `json:"state,omitempty"`
	Waits    string        `json:"waits,omitempty"` // "receive from jobs"
	Ends     []model.End   `json:"ends,omitempty"`  // what ends the wait, in its package
	Open     bool          `json:"open"`            // something elsewhere may end it
	Started  []Site        `json:"started,omitempty"`
	Stack    []Site        `json:"stack"` // frames in the packages, the blocked one first
	Evidence Evidence      `json:"evidence"`
	// Why are the candidates that checks have at the place, if none is a finding that the
	// goroutines confirm.
	Why []finding.Candidate `json:"why,omitempty"`

	created    bool // the only entry of Started is what the profile says
	moved      bool // the source has the function somewhere else
	goroutines tally
	waits      tally // of block and mutex profiles
	afterEnd   bool
}

// A Site is a line of the source.
type Site struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Function string `json:"function,omitempty"`
}

// Evidence is what profiles say of one place, or of a finding's places together.
type Evidence struct {
	Reasons     []string      `json:"reasons,omitempty"` // why it is certain; none if it is not
	Count       int           `json:"count"`             // the most at one moment, over all processes
	Most        int           `json:"most"`              // the most in one process
	Instances   int           `json:"instances"`
	Growth      int           `json:"growth"`            // last minus first, of the processes in which it never fell
	PerHour     float64       `json:"perHour,omitempty"` // where the times are known
	Oldest      time.Duration `json:"oldest,omitempty"`  // in nanoseconds
	Leaked      int           `json:"leaked,omitempty"`  // by the runtime's proof
	Contentions int           `json:"contentions,omitempty"`
	Delay       time.Duration `json:"delay,omitempty"` // of all contentions

	holds bool // the contentions are of others, for a lock that is released there
}

// Certain reports whether it is confirmed.
func (e *Evidence) Certain() bool { return len(e.Reasons) > 0 }

// Fails reports whether there is anything to repair.
func (r *Report) Fails() bool { return len(r.Confirmed)+len(r.Blocked) > 0 }

// Incomplete reports whether a package or a profile is missing.
func (r *Report) Incomplete() bool { return len(r.Problems)+len(r.Unread) > 0 }

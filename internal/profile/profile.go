// Package profile reads what a running Go process says of its goroutines: profiles of
// goroutines, leaked goroutines, blocking and mutexes, in pprof's format and as text, and
// the stacks that a panic or SIGQUIT prints. Equal stacks are counted, not kept, so that
// a million goroutines cost no more than the places in which they are.
package profile

import (
	"strconv"
	"strings"
	"time"
)

// A Kind says what the stacks of a profile are.
type Kind string

// The kinds.
const (
	Goroutine Kind = "goroutine"     // all goroutines at one moment
	Leak      Kind = "goroutineleak" // goroutines that the runtime proves to be blocked forever
	Block     Kind = "block"         // waits since the process began, by waiter
	Mutex     Kind = "mutex"         // waits for locks, by holder
)

// A Profile is one moment of one process.
type Profile struct {
	Name     string // of the file or URL, and where in it, for messages
	Instance string // of the process
	Kind     Kind
	Time     time.Time // when it was taken; zero when that is not known
	BuildID  string    // of the executable; "" when that is not known
	Revision string    // of the source, from a comment
	// AfterEnd says that everything in it should have ended: it was written by a test that
	// was over.
	AfterEnd bool
	Stacks   []*Stack
	Total    int // goroutines, or waits
	// Notes say what is missing from the profile.
	Notes []string
}

// A Stack stands for all goroutines that are in one place.
type Stack struct {
	Frames  []Frame // that which blocks comes first; inlined calls have frames of their own
	Created *Frame  // the go statement; nil when the format does not tell
	State   State
	Count   int
	Oldest  time.Duration // that the longest has waited; in whole minutes
	Leaked  bool          // the runtime proves that they are blocked forever
	Delay   time.Duration // of block and mutex profiles
}

// A Frame is one call.
type Frame struct {
	Function string // as the runtime names it, type arguments as [...]
	File     string // as the compiler was given it
	Line     int
}

// key distinguishes stacks.
func (s *Stack) key() string {
	var b strings.Builder
	b.WriteString(string(s.State))
	if s.Leaked {
		b.WriteString("!")
	}
	for i := range s.Frames {
		s.Frames[i].write(&b)
	}
	if s.Created != nil {
		b.WriteByte(0)
		s.Created.write(&b)
	}
	return b.String()
}

func (f *Frame) write(b *strings.Builder) {
	b.WriteByte(0)
	b.WriteString(f.Function)
	b.WriteByte(1)
	b.WriteString(f.File)
	b.WriteString(strconv.Itoa(f.Line))
}

// Bounds of what is kept of one profile.
const (
	maxStacks = 50_000 // distinct ones
	maxDepth  = 128    // frames of one; the runtime prints at most 100
)

// A tally adds stacks up.
type tally struct {
	*Profile
	stacks map[string]*Stack
	texts  map[string]string // names are shared
	left   int               // goroutines in stacks beyond the bound
}

func newTally(p *Profile) *tally {
	return &tally{Profile: p, stacks: make(map[string]*Stack), texts: make(map[string]string)}
}

// add counts a stack; the caller may use its frames again.
func (t *tally) add(s *Stack) {
	t.Total += s.Count
	if len(s.Frames) == 0 && s.Created == nil {
		return
	}
	key := s.key()
	if old := t.stacks[key]; old != nil {
		old.Count += s.Count
		old.Delay += s.Delay
		old.Oldest = max(old.Oldest, s.Oldest)
		return
	}
	if len(t.stacks) >= maxStacks {
		t.left += s.Count
		return
	}
	kept := *s
	kept.State = State(t.text(string(s.State)))
	kept.Frames = make([]Frame, len(s.Frames))
	for i, f := range s.Frames {
		kept.Frames[i] = t.share(f)
	}
	if s.Created != nil {
		created := t.share(*s.Created)
		kept.Created = &created
	}
	t.stacks[key] = &kept
	t.Stacks = append(t.Stacks, &kept)
}

func (t *tally) share(f Frame) Frame {
	return Frame{t.text(f.Function), t.text(f.File), f.Line}
}

func (t *tally) text(s string) string {
	if known, ok := t.texts[s]; ok {
		return known
	}
	s = strings.Clone(s)
	t.texts[s] = s
	return s
}

// done returns the profile.
func (t *tally) done() *Profile {
	if t.left > 0 {
		t.Notes = append(t.Notes, "more than "+strconv.Itoa(maxStacks)+" different stacks: "+strconv.Itoa(t.left)+" goroutines are left out")
	}
	return t.Profile
}

// plain returns a function's name with type arguments as [...], as tracebacks print it.
func plain(function string) string {
	open := strings.IndexByte(function, '[')
	if open < 0 {
		return function
	}
	end := strings.LastIndexByte(function, ']')
	if end < open {
		return function
	}
	return function[:open] + "[...]" + function[end+1:]
}

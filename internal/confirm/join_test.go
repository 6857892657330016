package confirm

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/model"
	"github.com/lifecyclelint/lifecyclelint/internal/profile"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// Every check that claims name is one that there is.
func TestClaims(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			ids = append(ids, c.ID())
		}
	}
	for id := range claims {
		if !slices.Contains(ids, id) {
			t.Errorf("%s is no check", id)
		}
	}
}

const workGo = `package work

func Start(jobs chan int) {
	go run(jobs)
}

func run(jobs chan int) {
	for j := range jobs {
		use(j)
	}
}

func use(int) {
	wait()
}

func wait() { select {} }
`

var defaults = Options{Growth: 10, Count: 1000, Age: 10 * time.Minute, Delay: time.Second}

// a world is one package with findings.
type world struct {
	dir  string
	file string
	res  *driver.Result
	mod  []model.Package
}

func newWorld(t *testing.T, found ...finding.Candidate) *world {
	t.Helper()
	dirs := tree(t, map[string]string{"work/work.go": workGo})
	w := &world{dir: dirs["example.com/app/work"], res: &driver.Result{Places: dirs}}
	w.file = filepath.Join(w.dir, "work.go")
	for _, c := range found {
		c.File, c.Fingerprint = w.file, c.ID
		w.res.Candidates = append(w.res.Candidates, c)
	}
	w.mod = []model.Package{{
		Starts: []model.Start{{File: w.file, Line: 4, Bodies: []model.Body{{File: w.file, First: 7, Last: 11}}}},
		Ops:    []model.Op{{File: w.file, Line: 8, Text: "receive from jobs"}},
	}}
	return w
}

func at(id string, line int) finding.Candidate {
	return finding.Candidate{Verdict: finding.Found, Finding: finding.Finding{ID: id, Confidence: verdict.Low, Start: finding.Position{Line: line, Column: 1}, End: finding.Position{Line: line, Column: 9}}}
}

func frame(function string, line int) profile.Frame {
	return profile.Frame{Function: "example.com/app/work." + function, File: "example.com/app/work/work.go", Line: line}
}

// moments returns profiles of one process with so many goroutines in one stack.
func moments(s profile.Stack, counts ...int) (list []*profile.Profile) {
	for i, n := range counts {
		s := s
		s.Count = n
		p := &profile.Profile{Instance: "a", Kind: profile.Goroutine, Time: time.Unix(int64(3600*i), 0), Total: n}
		if n > 0 {
			p.Stacks = []*profile.Stack{&s}
		}
		list = append(list, p)
	}
	return list
}

func (w *world) join(list ...*profile.Profile) *Report {
	c := New(w.res, w.mod, defaults)
	for _, p := range list {
		c.Add(p)
	}
	return c.Report()
}

func TestMatch(t *testing.T) {
	t.Parallel()
	receive := profile.Stack{State: profile.Receive, Frames: []profile.Frame{frame("run", 8)}}
	deep := profile.Stack{State: profile.NoCases, Frames: []profile.Frame{frame("wait", 17), frame("use", 14), frame("run", 9)}}
	for name, tt := range map[string]struct {
		found finding.Candidate
		stack profile.Stack
		want  bool
	}{
		"at the place":         {at("goroutineleak/no-exit", 8), receive, true},
		"at the start":         {at("goroutineleak/no-exit", 4), receive, true},
		"elsewhere":            {at("goroutineleak/no-exit", 14), receive, false},
		"of something else":    {at("panicguard/unrecovered-goroutine", 8), receive, false},
		"start of a deep wait": {at("goroutineleak/no-exit", 4), deep, true},
		"a call":               {at("lockrace/blocking-under-lock", 14), deep, true},
		"no call":              {at("goroutineleak/blocked-send", 14), deep, false},
		"safe":                 {func() finding.Candidate { c := at("goroutineleak/no-exit", 8); c.Verdict = finding.Safe; return c }(), receive, false},
		"on the trace": {func() finding.Candidate {
			c := at("goroutineleak/blocked-send", 3)
			c.Trace = []finding.Hop{{File: "", At: finding.Position{Line: 8}}}
			return c
		}(), receive, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, tt.found)
			for i := range w.res.Candidates[0].Trace {
				w.res.Candidates[0].Trace[i].File = w.file
			}
			r := w.join(moments(tt.stack, 1, 40)...)
			if got := len(r.Confirmed) == 1; got != tt.want || len(r.Blocked) == 1 == tt.want {
				t.Errorf("confirmed %d, blocked %d", len(r.Confirmed), len(r.Blocked))
			}
		})
	}
}

// A format that records the go statement is matched by it.
func TestCreated(t *testing.T) {
	t.Parallel()
	created := frame("Start", 4)
	w := newWorld(t, at("goroutineleak/no-exit", 4))
	w.mod = nil
	r := w.join(moments(profile.Stack{State: profile.Receive, Frames: []profile.Frame{frame("run", 8)}, Created: &created}, 1, 40)...)
	if len(r.Confirmed) != 1 {
		t.Errorf("%+v", r)
	}
	r = w.join(moments(profile.Stack{State: profile.IO, Frames: []profile.Frame{{Function: "net.(*conn).Read", File: "net/net.go", Line: 1}}, Created: &created}, 1, 40)...)
	if len(r.Confirmed) != 1 {
		t.Errorf("what runs only foreign code: %+v", r)
	}
}

func TestReasons(t *testing.T) {
	t.Parallel()
	stack := func(state profile.State, oldest time.Duration) profile.Stack {
		return profile.Stack{State: state, Oldest: oldest, Frames: []profile.Frame{frame("run", 8)}}
	}
	leaked := stack(profile.Receive, 0)
	leaked.Leaked = true
	for name, tt := range map[string]struct {
		list []*profile.Profile
		want string
	}{
		"grows":               {moments(stack(profile.Receive, 0), 1, 20, 41), "40 more in the last profile than in the first, and never fewer between, 20 an hour"},
		"comes and goes":      {moments(stack(profile.Receive, 0), 1, 90, 41), ""},
		"grows a little":      {moments(stack(profile.Receive, 0), 1, 4, 9), ""},
		"is new":              {moments(stack(profile.Receive, 0), 0, 12), "12 more"},
		"many":                {moments(stack(profile.Receive, 0), 1200), "1200 in one process"},
		"an old send":         {moments(stack(profile.Send, time.Hour), 1), "no receiver has come for 1h0m0s"},
		"an old lock":         {moments(stack(profile.Lock, time.Hour), 1), "the lock has not been released for 1h0m0s"},
		"an old receive":      {moments(stack(profile.Receive, time.Hour), 1), ""},
		"a short send":        {moments(stack(profile.Send, time.Minute), 1), ""},
		"a nil channel":       {moments(stack(profile.NilReceive, 0), 1), "a receive from a nil channel never ends"},
		"proved":              {moments(leaked, 1), "the runtime proves that nothing can wake 1 goroutine"},
		"running":             {moments(stack(profile.Running, 0), 1, 50), "none"},
		"left behind":         {[]*profile.Profile{{Kind: profile.Goroutine, AfterEnd: true, Stacks: []*profile.Stack{{Count: 1, State: profile.Select, Frames: []profile.Frame{frame("run", 8)}}}}}, "the test was over"},
		"long waits":          {[]*profile.Profile{{Kind: profile.Block, Stacks: []*profile.Stack{{Count: 3, Delay: 9 * time.Second, Frames: []profile.Frame{frame("run", 8)}}}}}, "3 waits of 3s on average"},
		"short waits":         {[]*profile.Profile{{Kind: profile.Mutex, Stacks: []*profile.Stack{{Count: 300, Delay: 9 * time.Second, Frames: []profile.Frame{frame("run", 8)}}}}}, ""},
		"a profile of leaks":  {[]*profile.Profile{{Kind: profile.Leak, Stacks: []*profile.Stack{{Count: 3, Leaked: true, Frames: []profile.Frame{frame("run", 8)}}}}}, "nothing can wake 3 goroutines"},
		"different processes": {append(moments(stack(profile.Receive, 0), 1), &profile.Profile{Instance: "b", Kind: profile.Goroutine, Stacks: []*profile.Stack{{Count: 50, State: profile.Receive, Frames: []profile.Frame{frame("run", 8)}}}}), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newWorld(t, at("lockrace/lock-leak", 8)).join(tt.list...)
			all := append(r.Confirmed, r.Seen...)
			if len(all) != 1 {
				if tt.want != "none" || len(all) != 0 {
					t.Errorf("%d findings", len(all))
				}
				return
			}
			got := strings.Join(all[0].Evidence.Reasons, "; ")
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// Growth counts more than number.
func TestOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, at("lockrace/lock-leak", 8), at("lockrace/lock-order", 14))
	var list []*profile.Profile
	for i := range 2 {
		list = append(list, &profile.Profile{Instance: "a", Kind: profile.Goroutine, Time: time.Unix(int64(i), 0), Stacks: []*profile.Stack{
			{Count: 5000, State: profile.Receive, Frames: []profile.Frame{frame("run", 8)}},
			{Count: 1 + 20*i, State: profile.Receive, Frames: []profile.Frame{frame("use", 14)}},
		}})
	}
	r := w.join(list...)
	if len(r.Confirmed) != 2 || r.Confirmed[0].Finding.ID != "lockrace/lock-order" {
		t.Errorf("%+v", r.Confirmed)
	}
}

// A mutex profile shows where the lock is released; what is slow under it is above.
func TestMutex(t *testing.T) {
	t.Parallel()
	w := newWorld(t, at("lockrace/blocking-under-lock", 8), at("lockrace/blocking-under-lock", 14))
	r := w.join(&profile.Profile{Kind: profile.Mutex, Stacks: []*profile.Stack{{Count: 2, Delay: 8 * time.Second, Frames: []profile.Frame{{Function: "sync.(*Mutex).Unlock", File: "sync/mutex.go", Line: 9}, frame("run", 10)}}}})
	if len(r.Confirmed) != 1 || r.Confirmed[0].Finding.Start.Line != 8 || r.Confirmed[0].Evidence.Reasons[0] != "2 waits of others for a lock that is released there, of 4s on average" {
		t.Errorf("%+v", r.Confirmed)
	}
}

func TestOtherSource(t *testing.T) {
	t.Parallel()
	moved := at("goroutineleak/no-exit", 8)
	moved.Function = "run"
	r := newWorld(t, moved).join(moments(profile.Stack{State: profile.Receive, Frames: []profile.Frame{frame("run", 80)}}, 1, 40)...)
	if len(r.Confirmed) != 1 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "other source") {
		t.Errorf("%+v, notes %q", r.Confirmed, r.Notes)
	}
	c := New(newWorld(t).res, nil, defaults)
	c.Add(&profile.Profile{Kind: profile.Goroutine, Total: 1, BuildID: "aa", Revision: "0123456789abcdef"})
	c.Compare(&profile.Build{File: "api", ID: "bb", Revision: "ffff"})
	c.At("eeee", true)
	notes := strings.Join(c.Report().Notes, "\n")
	for _, want := range []string{"api was built from ffff, the source is at eeee", "built from 0123456789ab,", "its build ID is aa", "has changes since eeee", "no goroutine of the profiles is in the packages"} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q is not in\n%s", want, notes)
		}
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	doubted := at("goroutineleak/no-exit", 8)
	doubted.Doubts = []finding.Doubt{{ID: "escapes"}}
	w := newWorld(t, doubted)
	r := w.join(moments(profile.Stack{State: profile.Receive, Frames: []profile.Frame{frame("run", 8)}}, 1, 40)...)
	name := filepath.Join(t.TempDir(), "record.jsonl")
	for day := range 2 {
		if err := Record(name, r, w.dir, time.Date(2026, 1, 1+day, 0, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := readRecord(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Runs != 2 || entries[0].First.Day() != 1 || entries[0].Last.Day() != 2 || entries[0].File != "work.go" || !slices.Equal(entries[0].Doubts, []string{"escapes"}) {
		t.Errorf("%+v", entries)
	}
	if err := os.WriteFile(name, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Record(name, r, w.dir, time.Now()); err == nil || !strings.Contains(err.Error(), ":1 is no line of a record") {
		t.Error(err)
	}
	if data, err := os.ReadFile(name); err != nil || !bytes.Equal(data, []byte("{}\n")) {
		t.Error("what is no record was overwritten")
	}
}

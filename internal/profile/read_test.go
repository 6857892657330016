package profile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

func readString(t *testing.T, text string) *Profile {
	t.Helper()
	list, err := Read(strings.NewReader(text), "dump.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 {
		t.Fatalf("%d profiles", len(list))
	}
	return list[0]
}

const dump = `2026/11/26 12:00:00 serving
SIGQUIT: quit
PC=0x47dbce m=0 sigcode=0

goroutine 0 gp=0x5f6e20 m=0 mp=0x5f7ac0 [idle]:
runtime.futex(0x5f7c00, 0x80, 0x0, 0x0, 0x0, 0x0)
	/usr/local/go/src/runtime/sys_linux_amd64.s:558 +0x21

goroutine 1 gp=0xc000002380 m=nil [IO wait, 12 minutes]:
internal/poll.runtime_pollWait(0x7f3a, 0x72)
	/usr/local/go/src/runtime/netpoll.go:351 +0x85
example.com/app/server.(*Server).Run(0xc000112000, {0x5c2d80, 0xc00001a0a0})
	/src/app/server/server.go:42 +0x1d
main.main()
	/src/app/main.go:12 +0x65

goroutine 20 [chan send (leaked), 3 minutes, locked to thread]:
example.com/app/server.fetch[...](...)
	/src/app/server/fetch.go:19
example.com/app/server.(*Server).Run.func1.2()
	/src/app/server/server.go:30 +0x26
created by example.com/app/server.(*Server).Run in goroutine 1
	/src/app/server/server.go:28 +0xe5

goroutine 21 [chan send (leaked), 9 minutes]:
example.com/app/server.fetch[...](...)
	/src/app/server/fetch.go:19
example.com/app/server.(*Server).Run.func1.2()
	/src/app/server/server.go:30 +0x26
created by example.com/app/server.(*Server).Run in goroutine 1
	/src/app/server/server.go:28 +0xe5

rax    0xca
`

func TestDump(t *testing.T) {
	t.Parallel()
	p := readString(t, dump)
	if p.Kind != Goroutine || p.Total != 3 || len(p.Stacks) != 2 {
		t.Fatalf("%+v", p)
	}
	s := p.Stacks[1]
	if s.Count != 2 || s.State != Send || !s.Leaked || s.Oldest != 9*time.Minute {
		t.Errorf("%+v", s)
	}
	want := []Frame{{"example.com/app/server.fetch[...]", "/src/app/server/fetch.go", 19}, {"example.com/app/server.(*Server).Run.func1.2", "/src/app/server/server.go", 30}}
	if !slices.Equal(s.Frames, want) {
		t.Errorf("frames %v", s.Frames)
	}
	if s.Created == nil || *s.Created != (Frame{"example.com/app/server.(*Server).Run", "/src/app/server/server.go", 28}) {
		t.Errorf("created %v", s.Created)
	}
	if s := p.Stacks[0]; s.State != IO || s.Oldest != 12*time.Minute || s.Frames[0].Function != "internal/poll.runtime_pollWait" {
		t.Errorf("%+v", s)
	}
}

// A container's log has a time before each line, a program's log between dumps, and Windows
// other names of files.
func TestLog(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	for line := range strings.Lines(dump) {
		log.WriteString("2026-11-26T13:00:00.123456789Z stderr F " + line)
	}
	if p := readString(t, log.String()); p.Total != 3 || len(p.Stacks) != 2 {
		t.Errorf("%+v", p)
	}
	p := readString(t, "panic: x\r\n\r\ngoroutine 7 [select] {\"pod\": \"a\"}:\r\nmain.run()\r\n\tC:/app/main.go:9 +0x1\r\ncreated by main.main\r\n\tC:/app/main.go:3 +0x1\r\nexit status 2\r\n")
	if len(p.Stacks) != 1 || p.Stacks[0].Frames[0] != (Frame{"main.run", "C:/app/main.go", 9}) || p.Stacks[0].State != Select || p.Stacks[0].Created.Line != 3 {
		t.Errorf("%+v", p.Stacks)
	}
	list, err := Read(strings.NewReader(dump+dump), "twice")
	if err != nil || len(list) != 2 || list[1].Total != 3 || list[1].Name != "twice#2" {
		t.Errorf("%v, %v", list, err)
	}
}

// The three formats of one process's profile.
func TestForms(t *testing.T) {
	t.Parallel()
	stop, ready := make(chan int), make(chan bool)
	defer close(stop)
	for range 3 {
		go func() {
			ready <- true
			blocked(stop)
		}()
	}
	for range 3 {
		<-ready
	}
	for debug := range 3 {
		deadline := time.Now().Add(10 * time.Second)
		for {
			var buf bytes.Buffer
			if err := pprof.Lookup("goroutine").WriteTo(&buf, debug); err != nil {
				t.Fatal(err)
			}
			list, err := Read(&buf, "self")
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(list[0].Stacks, func(s *Stack) bool {
				return len(s.Frames) > 1 && s.Frames[0].Function == "github.com/lifecyclelint/lifecyclelint/internal/profile.blocked" && s.Count == 3
			})
			if i >= 0 {
				s := list[0].Stacks[i]
				if debug != 1 && s.State != Receive || filepath.Base(s.Frames[0].File) != "read_test.go" || debug == 0 && list[0].Time.IsZero() {
					t.Errorf("debug=%d: %+v", debug, s)
				}
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("debug=%d: the goroutines are not there: %+v", debug, list[0])
			}
		}
	}
}

//go:noinline
func blocked(c chan int) { <-c }

func TestBlockAndMutex(t *testing.T) {
	t.Parallel()
	p := readString(t, "--- contention:\ncycles/second=2000000000\n4000000000 3 @ 0x1 0x2\n#\t0x1\tsync.(*Mutex).Lock+0x9c\t/go/src/sync/mutex.go:90\n#\t0x2\tmain.use+0x2\t/src/main.go:7\n")
	if p.Kind != Block || len(p.Stacks) != 1 || p.Stacks[0].Delay != 2*time.Second || p.Stacks[0].Count != 3 || p.Stacks[0].State != Lock {
		t.Errorf("%+v", p.Stacks[0])
	}
	if p := readString(t, "--- mutex:\ncycles/second=1\nsampling period=5\n4 3 @ 0x1\n#\t0x1\tsync.(*Mutex).Unlock+0x9c\t/go/src/sync/mutex.go:90\n"); p.Kind != Mutex {
		t.Error(p.Kind)
	}
	fn := &profile.Function{ID: 1, Name: "sync.(*Mutex).Unlock", Filename: "sync/mutex.go"}
	use := &profile.Function{ID: 2, Name: "main.(*T[go.shape.int]).use", Filename: "/src/main.go"}
	locs := []*profile.Location{{ID: 1, Line: []profile.Line{{Function: fn, Line: 9}, {Function: use, Line: 7}}}}
	raw := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "contentions", Unit: "count"}, {Type: "delay", Unit: "nanoseconds"}},
		Sample:     []*profile.Sample{{Location: locs, Value: []int64{2, 5e9}}}, Location: locs, Function: []*profile.Function{fn, use},
		Comments: []string{"vcs.revision=abc"},
	}
	var buf bytes.Buffer
	if err := raw.Write(&buf); err != nil {
		t.Fatal(err)
	}
	list, err := Read(&buf, "mutex")
	if err != nil {
		t.Fatal(err)
	}
	s := list[0].Stacks[0]
	if list[0].Kind != Mutex || list[0].Revision != "abc" || s.Delay != 5*time.Second || s.Frames[1].Function != "main.(*T[...]).use" {
		t.Errorf("%+v %+v", list[0], s)
	}
}

func TestBad(t *testing.T) {
	t.Parallel()
	var zip bytes.Buffer
	z := gzip.NewWriter(&zip)
	_, _ = io.WriteString(z, dump) // to memory
	_ = z.Close()
	heap := &profile.Profile{SampleType: []*profile.ValueType{{Type: "inuse_space", Unit: "bytes"}}}
	var other bytes.Buffer
	if err := heap.Write(&other); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ in, want string }{
		"empty":         {"", "it is empty"},
		"other text":    {"hello\n", "no goroutine is in it"},
		"other bytes":   {"\x00\x01\x02", "neither a profile in pprof's format nor text"},
		"half a zip":    {zip.String()[:zip.Len()/2], "cut off or damaged"},
		"head of a zip": {"\x1f\x8b\x08", "damaged"},
		"of memory":     {other.String(), "the profile is one of inuse_space/bytes"},
		"many dumps":    {strings.Repeat("goroutine profile: total 0\n", maxDumps+5), "more than 1000 dumps"},
	} {
		if _, err := Read(strings.NewReader(tt.in), name); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	if _, err := Read(strings.NewReader("hello\n"), ""); !errors.Is(err, ErrOther) {
		t.Error(err)
	}
	p := readString(t, dump[:strings.Index(dump, "\t/src/app/server/fetch.go:19")])
	if len(p.Notes) != 1 || !strings.Contains(p.Notes[0], "cut off in the middle of a stack") {
		t.Errorf("notes %q", p.Notes)
	}
	p = readString(t, "goroutine profile: total 9\n3 @ 0x1\n#\t0x1\tmain.main+0x1\t/src/main.go:7\n")
	if len(p.Notes) != 1 || !strings.Contains(p.Notes[0], "says 9 goroutines, 3 are there") {
		t.Errorf("notes %q", p.Notes)
	}
}

// A million goroutines in a text cost what their different stacks cost.
func TestMillion(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	go func() {
		for i := range 1_000_000 {
			fmt.Fprintf(w, "goroutine %d [chan send, %d minutes]:\nmain.put(0x%x)\n\t/src/main.go:%d +0x1\ncreated by main.main in goroutine 1\n\t/src/main.go:3 +0x1\n\n", i+1, i%90, i, i%4)
		}
		_ = w.Close()
	}()
	list, err := Read(r, "pipe")
	if err != nil {
		t.Fatal(err)
	}
	if p := list[0]; len(list) != 1 || p.Total != 1_000_000 || len(p.Stacks) != 4 || p.Stacks[0].Oldest != 88*time.Minute {
		t.Errorf("%d profiles, %d goroutines, %d stacks, %v", len(list), p.Total, len(p.Stacks), p.Stacks[0].Oldest)
	}
	many := newTally(new(Profile))
	for i := range maxStacks + 10 {
		many.add(&Stack{Count: 1, Frames: []Frame{{Function: "f", Line: i}}})
	}
	if p := many.done(); len(p.Stacks) != maxStacks || p.Total != maxStacks+10 || len(p.Notes) != 1 {
		t.Errorf("%d stacks, %q", len(p.Stacks), p.Notes)
	}
}

// Stores of profiles have their own names for types.
func TestTypes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		types  []string
		period string
		want   Kind
	}{
		"runtime":   {[]string{"goroutine"}, "goroutine", Goroutine},
		"leaks":     {[]string{"goroutineleak"}, "goroutineleak", Leak},
		"Pyroscope": {[]string{"goroutines"}, "", Goroutine},
		"renamed":   {[]string{"samples"}, "goroutine", Goroutine},
		"Google":    {[]string{"threads"}, "", Goroutine},
		"delay":     {[]string{"delay"}, "contentions", Block},
		"CPU":       {[]string{"samples", "cpu"}, "cpu", ""},
		"empty":     {nil, "", ""},
	} {
		raw := &profile.Profile{}
		for _, typ := range tt.types {
			raw.SampleType = append(raw.SampleType, &profile.ValueType{Type: typ})
		}
		if tt.period != "" {
			raw.PeriodType = &profile.ValueType{Type: tt.period}
		}
		v, err := findValues(raw)
		if (err != nil) != (tt.want == "") || err == nil && v.kind != tt.want {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// Goroutines with labels of their own are counted as others are.
func TestLabels(t *testing.T) {
	t.Parallel()
	raw := &profile.Profile{SampleType: []*profile.ValueType{{Type: "goroutine", Unit: "count"}}}
	for i := range maxStacks + 20 {
		fn := &profile.Function{ID: uint64(i + 1), Name: fmt.Sprintf("main.f%d", i), Filename: "/src/main.go"}
		raw.Function = append(raw.Function, fn)
		raw.Location = append(raw.Location, &profile.Location{ID: fn.ID, Line: []profile.Line{{Function: fn, Line: 3}}})
	}
	for i := range 100_000 {
		raw.Sample = append(raw.Sample, &profile.Sample{Location: raw.Location[:1], Value: []int64{2}, Label: map[string][]string{"id": {fmt.Sprint(i)}}})
	}
	for _, loc := range raw.Location {
		raw.Sample = append(raw.Sample, &profile.Sample{Location: []*profile.Location{loc}, Value: []int64{1}})
	}
	var buf bytes.Buffer
	if err := raw.Write(&buf); err != nil {
		t.Fatal(err)
	}
	list, err := Read(&buf, "labels")
	if err != nil {
		t.Fatal(err)
	}
	if p := list[0]; len(p.Stacks) != maxStacks || p.Stacks[0].Count != 200_001 || p.Total != 200_000+maxStacks+20 || len(p.Notes) != 1 {
		t.Errorf("%d stacks, %d goroutines in the first, %d in all, %q", len(p.Stacks), p.Stacks[0].Count, p.Total, p.Notes)
	}
}

func FuzzCompact(f *testing.F) {
	var buf bytes.Buffer
	raw := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "goroutine", Unit: "count"}},
		Sample:     []*profile.Sample{{Value: []int64{2}}, {Value: []int64{3}}},
	}
	if err := raw.WriteUncompressed(&buf); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		once, _ := compact(data)
		if twice, _ := compact(once); !bytes.Equal(once, twice) {
			t.Errorf("%x becomes %x, and that %x", data, once, twice)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(dump))
	f.Add([]byte("goroutine profile: total 9\n3 @ 0x1\n#\t0x1\tmain.main+0x1\t/src/main.go:7\n\n# labels: {}\n"))
	f.Add([]byte("--- mutex:\ncycles/second=1\n4 3 @ 0x1\n#\t0x1\tsync.(*Mutex).Unlock+0x9c\t/go/src/sync/mutex.go:90\n"))
	var buf bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&buf, 0); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Read(bytes.NewReader(data), "fuzz")
		if err != nil {
			return
		}
		for _, p := range list {
			sum := 0
			for _, s := range p.Stacks {
				sum += s.Count
				if s.Count < 0 || s.Oldest < 0 || len(s.Frames) > maxDepth {
					t.Errorf("%+v", s)
				}
			}
			if sum > p.Total {
				t.Errorf("%d goroutines in stacks, %d in all", sum, p.Total)
			}
		}
	})
}

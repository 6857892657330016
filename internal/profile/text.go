package profile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

const (
	maxLine  = 16 << 10 // how much is kept of one line
	maxDumps = 1000     // in one file
)

// A text reads stacks in any of the forms of text, line by line. One file may have
// several dumps, with a program's log around them.
type text struct {
	name  string
	done  []*Profile
	tally *tally  // nil outside a profile
	dump  bool    // the profile is one of goroutines one by one, not counted ones
	wants int     // what the header of a counted profile says there is; 0 when it says nothing
	rate  float64 // cycles per second of a block or mutex profile

	stack    *Stack  // nil between stacks
	frames   []Frame // of the stack, used again
	function string  // whose file is on the next line
	created  bool    // function is that of the go statement
	seen     map[uint64]bool
	threads  bool     // a crash prints the goroutines of each thread again
	comments []string // before the profile that they belong to
}

// readText reads all profiles of a text.
func readText(r io.Reader, name string) ([]*Profile, error) {
	t := &text{name: name}
	in := bufio.NewReaderSize(r, maxLine)
	for {
		line, err := in.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) { // the rest of a long line
			_, err = in.ReadSlice('\n')
		}
		if len(line) > 0 {
			t.line(strings.TrimRight(unprefixed(string(line)), "\r\n"))
		}
		if errors.Is(err, io.EOF) || len(t.done) > maxDumps {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	t.cutOff()
	t.end()
	if len(t.done) > maxDumps {
		return nil, fmt.Errorf("more than %d dumps are in it", maxDumps)
	}
	if len(t.done) == 0 {
		return nil, fmt.Errorf("%w: neither a profile in pprof's format, nor the text of one (debug=1 or 2), nor what a panic or SIGQUIT prints", ErrOther)
	}
	return t.done, nil
}

var prefixRE = lazyregexp.New(`^\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d) (?:(?:stdout|stderr) [FP] )?`)

// unprefixed returns a line without the time that a container's log puts before it.
func unprefixed(line string) string {
	if len(line) < 20 || line[4] != '-' || line[10] != 'T' {
		return line
	}
	return line[len(prefixRE().FindString(line)):]
}

// number reads digits; what is absurd is bounded.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return maxNumber
	}
	return min(n, maxNumber)
}

const maxNumber = 1 << 40

var (
	headerRE  = lazyregexp.New(`^goroutine (\d+)(?: [^\[\]]*)?\[([^\]]*)\](?: ?\{.*\})?:$`)
	totalRE   = lazyregexp.New(`^([a-z]+) profile: total (\d+)$`)
	countRE   = lazyregexp.New(`^(\d+) @(?: 0x[0-9a-f]+)*$`)
	delayRE   = lazyregexp.New(`^(\d+) (\d+) @(?: 0x[0-9a-f]+)*$`)
	frameRE   = lazyregexp.New(`^#\t0x[0-9a-f]+\t(\S+)\+0x[0-9a-f]+\s+(.+):(\d+)$`)
	minutesRE = lazyregexp.New(`^(\d+) minutes$`)
)

func (t *text) line(line string) {
	switch {
	case strings.HasPrefix(line, "goroutine") && t.header(line):
	case t.dump && t.stack != nil:
		t.dumpLine(line)
	case strings.HasPrefix(line, "#"):
		t.sharp(line)
	case strings.HasPrefix(line, "--- contention:"), strings.HasPrefix(line, "--- mutex:"):
		t.begin(map[bool]Kind{true: Mutex, false: Block}[strings.HasPrefix(line, "--- mutex")], false)
	case strings.HasPrefix(line, "cycles/second="):
		t.rate, _ = strconv.ParseFloat(strings.TrimPrefix(line, "cycles/second="), 64) // zero says nothing about delays
	case strings.HasPrefix(line, "-----"):
		t.threads = true
	case line == "":
		t.flush()
	default:
		t.counted(line)
	}
}

// header begins a goroutine of a dump, or a profile of counted stacks.
func (t *text) header(line string) bool {
	m := headerRE().FindStringSubmatch(line)
	if m == nil {
		return t.total(line)
	}
	t.cutOff()
	id, err := strconv.ParseUint(m[1], 10, 64)
	if err != nil || id == 0 { // 0 is that of each thread's scheduler
		return err == nil
	}
	if t.tally == nil || !t.dump || t.again(id) {
		t.begin(Goroutine, true)
		t.seen = map[uint64]bool{id: true}
	} else if t.seen[id] {
		return true // printed by another thread before
	}
	if len(t.seen) < maxIDs {
		t.seen[id] = true
	}
	t.stack = &Stack{Count: 1, Frames: t.frames[:0]}
	t.state(m[2])
	return true
}

// maxIDs bounds the memory for telling that a goroutine appears again.
const maxIDs = 1 << 20

// again reports whether a goroutine begins another dump: it has been there.
func (t *text) again(id uint64) bool { return t.seen[id] && !t.threads }

// state reads what is in brackets: "chan receive (nil chan) (leaked), 5 minutes,
// locked to thread".
func (t *text) state(bracket string) {
	status, rest, _ := strings.Cut(bracket, ", ")
	for _, mark := range []string{" (scan)", " (durable)", " (leaked)"} {
		if cut, ok := strings.CutSuffix(status, mark); ok {
			status = cut
			t.stack.Leaked = t.stack.Leaked || mark == " (leaked)"
		}
	}
	t.stack.State = State(status)
	for part := range strings.SplitSeq(rest, ", ") {
		if m := minutesRE().FindStringSubmatch(part); m != nil {
			t.stack.Oldest = time.Duration(min(number(m[1]), 1<<24)) * time.Minute
		}
	}
}

// total reads "goroutine profile: total 12".
func (t *text) total(line string) bool {
	m := totalRE().FindStringSubmatch(line)
	if m == nil {
		return false
	}
	kind, ok := counts[m[1]]
	if !ok {
		return false
	}
	t.begin(kind, false)
	t.wants = number(m[2])
	return true
}

// begin ends the profile before, and begins the next.
func (t *text) begin(kind Kind, dump bool) {
	t.end()
	p := &Profile{Name: t.name, Kind: kind}
	if len(t.done) > 0 {
		p.Name = t.name + "#" + strconv.Itoa(len(t.done)+1)
	}
	for _, c := range t.comments {
		p.comment(c)
	}
	t.comments = nil
	t.tally, t.dump, t.wants, t.rate, t.threads = newTally(p), dump, 0, 0, false
}

// end files the profile that was read.
func (t *text) end() {
	t.flush()
	if t.tally == nil {
		return
	}
	p := t.tally.done()
	if p.Total < t.wants {
		p.Notes = append(p.Notes, "it is cut off: its first line says "+strconv.Itoa(t.wants)+" goroutines, "+strconv.Itoa(p.Total)+" are there")
	}
	t.done, t.tally = append(t.done, p), nil
}

// cutOff notes a goroutine that ends in the middle of a frame.
func (t *text) cutOff() {
	if t.dump && t.stack != nil && t.function != "" && t.tally != nil && len(t.tally.Notes) == 0 {
		t.tally.Notes = append(t.tally.Notes, "it is cut off in the middle of a stack; a profile with debug=2 has at most 64 MB, one without has all")
	}
	t.flush()
}

// flush counts the stack that was read.
func (t *text) flush() {
	t.function, t.created = "", false
	if t.stack == nil {
		return
	}
	s := t.stack
	t.stack, t.frames = nil, s.Frames
	if t.tally == nil || len(s.Frames) == 0 && s.Created == nil {
		return
	}
	if s.State == "" {
		s.State = StateOf(s.Frames)
	}
	s.Frames = trim(s.Frames)
	t.tally.add(s)
}

// dumpLine reads a line of a goroutine: a function, or its file.
func (t *text) dumpLine(line string) {
	switch {
	case line == "":
		t.flush()
	case strings.HasPrefix(line, "\t"), t.function != "" && strings.HasPrefix(line, " "):
		t.fileLine(strings.TrimSpace(line))
	case strings.HasPrefix(line, "created by "):
		t.created = true
		t.function, _, _ = strings.Cut(strings.TrimPrefix(line, "created by "), " in goroutine ")
	case strings.HasPrefix(line, "..."), strings.HasPrefix(line, "["): // frames elided; an ancestor
	default:
		if open := strings.LastIndexByte(line, '('); open > 0 && strings.HasSuffix(line, ")") {
			t.function = line[:open]
		} else {
			t.flush() // the log has the word again
		}
	}
}

// fileLine reads "/src/app/main.go:12 +0x1d", of the function before.
func (t *text) fileLine(line string) {
	if t.function == "" {
		return
	}
	if i := strings.LastIndex(line, " +0x"); i > 0 {
		line = line[:i]
	}
	file, number := line, 0
	if i := strings.LastIndexByte(line, ':'); i > 0 {
		n, err := strconv.Atoi(line[i+1:])
		if err == nil {
			file, number = line[:i], n
		}
	}
	f := Frame{plain(t.function), file, number}
	switch {
	case t.created:
		t.stack.Created = &f
	case len(t.stack.Frames) < maxDepth:
		t.stack.Frames = append(t.stack.Frames, f)
	}
	t.function, t.created = "", false
}

// sharp reads a frame of a counted stack, or a comment.
func (t *text) sharp(line string) {
	m := frameRE().FindStringSubmatch(line)
	if m == nil {
		if !strings.HasPrefix(line, "#\t") && !strings.HasPrefix(line, "# labels:") && len(t.comments) < 100 {
			t.comments = append(t.comments, line)
		}
		return
	}
	if t.stack == nil || len(t.stack.Frames) >= maxDepth {
		return
	}
	t.stack.Frames = append(t.stack.Frames, Frame{plain(m[1]), m[2], number(m[3])})
}

// counted reads "12 @ 0x…" of a goroutine profile, and "cycles count @ 0x…" of a block or
// mutex profile; other lines are of a log.
func (t *text) counted(line string) {
	t.flush()
	if t.tally == nil || t.dump {
		return
	}
	if m := countRE().FindStringSubmatch(line); m != nil {
		t.stack = &Stack{Count: number(m[1]), Frames: t.frames[:0], Leaked: t.tally.Kind == Leak}
	} else if m := delayRE().FindStringSubmatch(line); m != nil {
		cycles, _ := strconv.ParseFloat(m[1], 64) // digits
		t.stack = &Stack{Count: number(m[2]), Frames: t.frames[:0]}
		if t.rate > 0 {
			t.stack.Delay = time.Duration(min(cycles/t.rate*1e9, 1<<62))
		}
	}
}

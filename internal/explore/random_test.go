package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A program is a list of goroutines, the first of which starts the others; each is a list
// of statements.
type program struct {
	caps [3]int // of the channels
	gos  [][]stmt
}

// A stmt is one operation on object n; a select has cases.
type stmt struct {
	kind  string
	n     int
	cases []stmt
	line  int
}

var stmtText = map[string]string{
	"send": "c%d <- 1", "recv": "<-c%d", "close": "close(c%d)",
	"lock": "m%d.Lock()", "unlock": "m%d.Unlock()",
	"rlock": "r%d.RLock()", "runlock": "r%d.RUnlock()", "wlock": "r%d.Lock()", "wunlock": "r%d.Unlock()",
	"add": "w%d.Add(1)", "done": "w%d.Done()", "wait": "w%d.Wait()",
}

// randomProgram makes a program of two or three goroutines.
func randomProgram(r *rand.Rand) *program {
	p := &program{}
	for i := range p.caps {
		p.caps[i] = max(0, r.IntN(4)-1)
	}
	for range 2 + r.IntN(2) {
		var list []stmt
		for range 1 + r.IntN(4) {
			list = append(list, randomStmts(r)...)
		}
		p.gos = append(p.gos, list)
	}
	return p
}

func randomStmts(r *rand.Rand) []stmt {
	n := r.IntN(2)
	simple := func() stmt { return stmt{kind: []string{"send", "recv"}[r.IntN(2)], n: r.IntN(3)} }
	switch r.IntN(10) {
	case 0, 1, 2, 3:
		return []stmt{simple()}
	case 4:
		return []stmt{{kind: "close", n: r.IntN(3)}}
	case 5:
		kind := []string{"select", "selectDefault"}[r.IntN(2)]
		return []stmt{{kind: kind, cases: []stmt{simple(), simple()}}}
	case 6:
		return []stmt{{kind: "lock", n: n}, simple(), {kind: "unlock", n: n}}
	case 7:
		pair := [][2]string{{"rlock", "runlock"}, {"wlock", "wunlock"}, {"rlock", "runlock"}}[r.IntN(3)]
		return []stmt{{kind: pair[0]}, randomStmts(r)[0], {kind: pair[1]}}
	case 8:
		return []stmt{{kind: "lock", n: n}, {kind: "lock", n: 1 - n}, {kind: "unlock", n: 1 - n}, {kind: "unlock", n: n}}
	}
	return []stmt{{kind: []string{"add", "done", "wait"}[r.IntN(3)]}}
}

// source returns the program as Go, and notes the lines of its statements.
func (p *program) source() string {
	var b strings.Builder
	line := 1
	print := func(s string) {
		b.WriteString(s + "\n")
		line++
	}
	print("package p")
	print(`import "sync"`)
	print("func F() {")
	for i, n := range p.caps {
		print(fmt.Sprintf("c%d := make(chan int, %d)", i, n))
	}
	print("var m0, m1 sync.Mutex; var r0 sync.RWMutex; var w0 sync.WaitGroup")
	print("_, _, _, _, _, _, _ = c0, c1, c2, &m0, &m1, &r0, &w0")
	for i := len(p.gos) - 1; i >= 0; i-- {
		if i > 0 {
			print("go func() {")
		}
		for j := range p.gos[i] {
			s := &p.gos[i][j]
			s.line = line
			print(s.text())
		}
		if i > 0 {
			print("}()")
		}
	}
	print("}")
	return b.String()
}

func (s stmt) text() string {
	if s.cases == nil {
		return fmt.Sprintf(stmtText[s.kind], s.n)
	}
	text := "select {"
	for _, c := range s.cases {
		text += " case " + c.text() + ":;"
	}
	if s.kind == "selectDefault" {
		text += " default:;"
	}
	return text + " }"
}

// seed returns the seed of the test and the number of programs.
func seed(t *testing.T) (uint64, int) {
	seed, programs := uint64(1), 300
	if s := os.Getenv("EXPLORE_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	if s := os.Getenv("EXPLORE_PROGRAMS"); s != "" {
		programs, _ = strconv.Atoi(s)
	}
	t.Logf("EXPLORE_SEED=%d EXPLORE_PROGRAMS=%d", seed, programs)
	return seed, programs
}

// randomPrograms returns the programs of a seed.
func randomPrograms(first uint64, count int) []*program {
	list := make([]*program, count)
	for i := range list {
		list[i] = randomProgram(rand.New(rand.NewPCG(first, uint64(i))))
		list[i].source() // notes the lines
	}
	return list
}

// differ returns the first of the programs on which the exploration and what is wanted
// disagree, "" if there is none. Of a program with nil nothing is known.
func differ(t *testing.T, programs []*program, want []map[int]bool, change func(*machine)) string {
	for i, p := range programs {
		if want[i] == nil {
			continue
		}
		src := p.source()
		prog, pkg := build(t, src)
		m := newMachine(prog)
		change(m)
		got, complete := stuckLines(m, pkg.Func("F"), 200000)
		if !complete || !maps.Equal(got, want[i]) {
			return fmt.Sprintf("program %d: explored %v, want %v (complete: %v)\n%s",
				i, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want[i])), complete, numbered(src))
		}
	}
	return ""
}

func TestRandomPrograms(t *testing.T) {
	t.Parallel()
	first, count := seed(t)
	agree(t, randomPrograms(first, count), interleave)
}

// agree fails where the exploration does not find the same operations as another way to
// search the programs.
func agree(t *testing.T, programs []*program, search func(*testing.T, []*program) []map[int]bool) {
	want := search(t, programs)
	if text := differ(t, programs, want, func(*machine) {}); text != "" {
		t.Error(text)
	}
	blocked := 0
	for _, lines := range want {
		blocked += min(len(lines), 1)
	}
	t.Logf("in %d of %d programs a goroutine can be blocked forever", blocked, len(programs))
}

// A fault in one rule of the exploration shows.
func TestFaultsShow(t *testing.T) {
	t.Parallel()
	faultsShow(t, randomPrograms(1, 400), interleave)
}

// faultsShow fails where a fault of the exploration makes no difference to what another way
// to search the programs finds.
func faultsShow(t *testing.T, programs []*program, search func(*testing.T, []*program) []map[int]bool) {
	want := search(t, programs)
	for name, change := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if differ(t, programs, want, change) == "" {
				t.Errorf("no program of %d shows it", len(programs))
			}
		})
	}
}

var faults = map[string]func(*machine){
	"a receive never pairs": func(m *machine) {
		sends := m.steppers[Send]
		m.steppers[Send] = func(m *machine, st *state, i int, o *op) []*state {
			if st.heap[o.at.obj].room == 0 {
				return nil
			}
			return sends(m, st, i, o)
		}
	},
	"a select ignores its default": func(m *machine) {
		selects := m.steppers[Select]
		m.steppers[Select] = func(m *machine, st *state, i int, o *op) []*state {
			blocking := *o
			blocking.block = true
			return selects(m, st, i, &blocking)
		}
	},
	"a waiting writer keeps no reader out": func(m *machine) {
		m.rules[RLock] = func(s *value, o *op) (ok, bad bool) { s.len = 0; return rlockRule(s, o), false }
	},
	"Unlock does not unlock": func(m *machine) {
		m.rules[Unlock] = func(s *value, o *op) (ok, bad bool) { return true, s.n == 0 }
	},
	"Wait does not wait": func(m *machine) {
		m.rules[Wait] = func(s *value, o *op) (ok, bad bool) { return true, false }
	},
	"a close is not seen": func(m *machine) {
		m.steppers[Close] = func(m *machine, st *state, i int, o *op) []*state {
			return []*state{m.complete(st, i, o, value{}, func(*state) {})}
		}
	},
}

func numbered(src string) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(src) {
		n++
		fmt.Fprintf(&b, "%3d %s", n, line)
	}
	return b.String()
}

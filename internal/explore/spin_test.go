package explore

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAgainstSpin holds the exploration against the model checker spin (Holzmann, The Model
// Checker SPIN, 1997), which has channels, rendezvous and choice of its own.
func TestAgainstSpin(t *testing.T) {
	needSpin(t)
	t.Parallel()
	first, count := seed(t)
	agree(t, randomPrograms(first+1000, count), modelCheck)
}

func TestFaultsShowAgainstSpin(t *testing.T) {
	needSpin(t)
	t.Parallel()
	faultsShow(t, randomPrograms(1, 160), modelCheck)
}

func needSpin(t *testing.T) {
	t.Helper()
	for _, name := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed: %v", name, err)
		}
	}
}

// modelCheck has spin search the programs. They have no loops, so that a goroutine can be
// blocked forever exactly where a run can end with it: spin prints, for each state in which
// nothing can go on, the line of each goroutine.
func modelCheck(t *testing.T, programs []*program) []map[int]bool {
	t.Helper()
	var list []map[int]bool
	for batch := range slices.Chunk(programs, 40) { // the C compiler takes longer than in proportion
		out := pan(t, promela(batch))
		first := len(list)
		for range batch {
			list = append(list, make(map[int]bool))
		}
		for line := range strings.Lines(out) {
			var n int
			var at [3]int
			if _, err := fmt.Sscanf(line, "end %d %d %d %d", &n, &at[0], &at[1], &at[2]); err != nil {
				continue
			}
			for _, line := range at {
				if line > 0 {
					list[first+n][line] = true
				}
			}
		}
	}
	return list
}

// pan makes and runs the verifier of a model, and returns what it prints.
func pan(t *testing.T, model string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "programs.pml"), model)
	var out []byte
	for _, args := range [][]string{
		{"spin", "-a", "programs.pml"},
		{"gcc", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"},
		{"./pan", "-E", "-n"},
	} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		var err error
		if out, err = cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", args[0], err, out)
		}
	}
	if !bytes.Contains(out, []byte("errors: 0")) || bytes.Contains(out, []byte("max search depth too small")) {
		t.Fatalf("the search is not complete:\n%s", out)
	}
	return string(out)
}

// promela returns a model that runs one of the programs. A panic ends all goroutines.
//
// A Go channel without buffer is three in the model: any two that wait for each other meet in
// c, but a select with a default, which does not wait, meets only those that do: it sends
// in fromDefault and receives from toDefault. What is sent is whether the channel is closed, and only an
// open one is received from.
func promela(programs []*program) string {
	var b strings.Builder
	b.WriteString(`bit panicked, closed[3], locked[2], writing; byte readers, count, at[3]; short program;
`)
	for n := range 3 {
		fmt.Fprintf(&b, "chan c%d_0 = [0] of {bit}; chan fromDefault%d = [0] of {bit}; chan toDefault%d = [0] of {bit};\n", n, n, n)
		fmt.Fprintf(&b, "chan c%d_1 = [1] of {bit}; chan c%d_2 = [2] of {bit};\n", n, n)
	}
	for g := range 3 {
		fmt.Fprintf(&b, "proctype goroutine%d() provided (!panicked) {\nif\n", g)
		for i, p := range programs {
			if g < len(p.gos) {
				fmt.Fprintf(&b, ":: program == %d ->\n%s", i, p.promela(g))
			}
		}
		b.WriteString(":: else\nfi; at[" + fmt.Sprint(g) + "] = 0 }\n")
	}
	fmt.Fprintf(&b, `init {
	atomic { select(program : 0 .. %d); at[0] = 1; at[1] = 1; at[2] = 1; run goroutine0(); run goroutine1(); run goroutine2() }
	timeout;
	if
	:: panicked
	:: else -> c_code { printf("end %%d %%d %%d %%d\n", now.program, now.at[0], now.at[1], now.at[2]); }
	fi
}
`, len(programs)-1)
	return b.String()
}

func (p *program) promela(g int) string {
	var b strings.Builder
	for _, s := range p.gos[g] {
		fmt.Fprintf(&b, "at[%d] = %d; ", g, s.line)
		switch s.kind {
		case "select", "selectDefault":
			b.WriteString("if " + p.cases(s.kind == "select", s.cases) + "fi;\n")
		case "send", "recv":
			b.WriteString("if " + p.cases(true, []stmt{s}) + "fi;\n")
		default:
			b.WriteString(strings.ReplaceAll(promelaText[s.kind], "N", fmt.Sprint(s.n)) + ";\n")
		}
	}
	return b.String()
}

var promelaText = map[string]string{
	"close":   "atomic { if :: closed[N] -> panicked = 1 :: else -> closed[N] = 1 fi }",
	"lock":    "atomic { !locked[N] -> locked[N] = 1 }",
	"unlock":  "atomic { if :: locked[N] -> locked[N] = 0 :: else -> panicked = 1 fi }",
	"rlock":   "atomic { !writing -> readers++ }",
	"runlock": "readers--",
	"wlock":   "atomic { !writing -> writing = 1 }; readers == 0", // new readers wait for a writer that waits
	"wunlock": "writing = 0",
	"add":     "count++",
	"done":    "atomic { if :: count > 0 -> count-- :: else -> panicked = 1 fi }",
	"wait":    "count == 0",
}

// cases returns the choices of a select that waits, or has a default.
func (p *program) cases(waits bool, list []stmt) string {
	var b strings.Builder
	idle := "true" // no case can go on
	for _, s := range list {
		text := caseText[s.kind+map[bool]string{true: "", false: " buffered"}[p.caps[s.n] == 0]+map[bool]string{true: "", false: " default"}[waits || p.caps[s.n] > 0]]
		names := strings.NewReplacer("N", fmt.Sprint(s.n), "C", fmt.Sprint(p.caps[s.n]))
		b.WriteString(names.Replace(text.run))
		idle += " && !closed[N]" + text.idle
		idle = names.Replace(idle)
	}
	if !waits {
		b.WriteString(":: " + idle + " ")
	}
	return b.String()
}

var caseText = map[string]struct{ run, idle string }{
	"send":          {run: ":: atomic { closed[N] -> panicked = 1 } :: cN_0 ! closed[N] :: toDefaultN ! closed[N] "},
	"send default":  {run: ":: atomic { closed[N] -> panicked = 1 } :: fromDefaultN ! closed[N] "},
	"send buffered": {run: ":: atomic { closed[N] -> panicked = 1 } :: atomic { !closed[N] && nfull(cN_C) -> cN_C ! 0 } ", idle: " && full(cN_C)"},
	"recv":          {run: ":: closed[N] :: cN_0 ? 0 :: fromDefaultN ? 0 "},
	"recv default":  {run: ":: closed[N] :: toDefaultN ? 0 "},
	"recv buffered": {run: ":: cN_C ? _ :: closed[N] && empty(cN_C) ", idle: " && empty(cN_C)"},
}

package threads

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
)

// A Thread is one path to an access: the calls and starts of goroutines that lead to it,
// from the access itself outwards.
type Thread struct {
	Frames  []Frame
	Down    []Frame // the same, from the outermost function to the access
	Kind    Kind    // of the outermost function
	Loop    bool    // the outermost function is an event loop, and the access is in the loop
	Endless bool    // a loop that nothing ends, and that pauses, makes it: importers run the function as a goroutine
	waited  bool    // see [WaitedIn]: said once for a thread, which meets thousands of others
}

// Root returns the outermost function.
func (t *Thread) Root() *lockset.Func { return t.Frames[len(t.Frames)-1].F }

// Waited reports whether the goroutine has waited for something before the access, see [WaitedIn].
func (t *Thread) Waited() bool { return t.waited }

// A Frame, which is comparable, is one function on the call path to an access, and what of it leads there.
type Frame struct {
	F     *lockset.Func
	At    ssa.Instruction // the access, the call, or the start
	Obj   ssa.Value       // the root of the object that is accessed, in terms of F; nil if F does not have it
	Path  string          // the fields that lead from there to it
	Start bool            // At starts a goroutine
}

// A Kind is how the outermost function of a thread is called.
type Kind int

const (
	ByOthers Kind = iota // importers, or callers that are not known
	ByServer             // a server, once for each request
	byMain               // the start of the program
)

// MaxThreads bounds the paths to one access, and MaxFrames their length.
const (
	MaxThreads = 24
	MaxFrames  = 10
)

// Of returns the paths to an access.
func Of(a *access.Access) []Thread {
	first := Frame{F: a.Func, At: a.Instr, Obj: a.Object(), Path: a.Owner.Fields}
	known := lockset.Memo[paths](a.Func.Pkg)
	if *known == nil {
		*known = make(paths)
	}
	key := Frame{F: first.F, Obj: first.Obj, Path: first.Path}
	list, ok := (*known)[key]
	if !ok {
		w := &walk{seen: make(map[ssa.Instruction]bool)}
		w.up([]Frame{key})
		list = w.list
		(*known)[key] = list
	}
	threads := make([]Thread, len(list))
	for i, frames := range list {
		threads[i] = threadOf(frames, first)
	}
	return threads
}

// paths are the paths to the accesses that a function makes to one object, but for the instruction.
type paths map[Frame][]path

// A path is the frames of a thread, and how the outermost function is called.
type path struct {
	frames []Frame
	kind   Kind
}

// threadOf returns the thread of a path with the access.
func threadOf(p path, access Frame) Thread {
	t := Thread{Frames: slices.Clone(p.frames), Kind: p.kind}
	t.Frames[0] = access
	t.Down = slices.Clone(t.Frames)
	slices.Reverse(t.Down)
	t.waited = WaitedIn(t.Down)
	top := t.Down[0]
	if t.Kind == ByOthers && !Starts(t.Frames) {
		t.Endless = slices.ContainsFunc(t.Frames, func(fr Frame) bool { return endless(fr.At.Block()) })
		t.Loop = t.Endless || lockset.Loops(top.At.Block()) && (eventLoop(top.F) || pollLoop(top.F, top.At.Block()))
	}
	return t
}

type walk struct {
	list []path
	seen map[ssa.Instruction]bool
}

// up follows the calls of the outermost frame. All that it follows from there share the array of
// frames: what is kept is copied.
func (w *walk) up(frames []Frame) {
	top := frames[len(frames)-1]
	f := top.F
	if len(w.list) >= MaxThreads || len(frames) > MaxFrames {
		return
	}
	if kind, root := beginsThread(f); root && within(top.Obj, frames) {
		w.list = append(w.list, path{slices.Clone(frames), kind})
	}
	for _, s := range f.Sites {
		if s.Began != nil {
			s = *s.Began
			s.Value = true
		}
		if w.seen[s.Instr] || slices.ContainsFunc(frames, func(fr Frame) bool { return fr.F == s.Caller }) {
			continue
		}
		w.seen[s.Instr] = true
		obj, fields := argument(s, f, top.Obj)
		w.up(append(frames, Frame{F: s.Caller, At: s.Instr, Obj: obj, Path: fields + top.Path, Start: s.Start}))
	}
}

// within reports whether a captured object is that of a function on the path, or of one
// around the outermost: a helper that starts its argument has other callers, too.
func within(obj ssa.Value, frames []Frame) bool {
	top := frames[len(frames)-1].F.SSA
	if obj == nil || obj.Parent() == nil || obj.Parent() == top {
		return true
	}
	for fn := top.Parent(); fn != nil; fn = fn.Parent() {
		if fn == obj.Parent() {
			return true
		}
	}
	return false
}

// beginsThread reports whether something that is not in this package calls f, and what.
func beginsThread(f *lockset.Func) (Kind, bool) {
	switch {
	case requests.Handles(f):
		return ByServer, true
	case f.InMain() || f.InInit() && f.SSA.Parent() == nil:
		return byMain, true
	case f.Root && !f.Closed(), f.Callers == lockset.Unknown && !f.Resolved && f.SSA.Parent() == nil:
		return ByOthers, true
	}
	return ByOthers, false
}

// argument returns what v, an object of the callee, is in terms of its caller: a root, and fields.
func argument(s lockset.Site, callee *lockset.Func, v ssa.Value) (ssa.Value, string) {
	param, ok := v.(*ssa.Parameter)
	switch {
	case v == nil:
		return nil, ""
	case !ok || param.Parent() != callee.SSA:
		if v.Parent() != callee.SSA || callee.SSA == nil {
			return v, "" // captured, or a package variable
		}
		return nil, ""
	case s.Value:
		return nil, ""
	}
	p := s.Caller.Pkg
	call := s.Instr.Common()
	if begun := p.Begun(call); begun != nil {
		call = begun
	}
	_, args := p.Target(call)
	i := slices.Index(callee.SSA.Params, param)
	if i >= len(args) {
		return nil, ""
	}
	pl := p.Place(args[i])
	if _, none := pl.Root.(*ssa.Const); none || strings.Contains(pl.Fields, "[") {
		return nil, ""
	}
	return pl.Root, pl.Fields
}

package races

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/requests"
)

// A thread is one path to an access: the calls and starts of goroutines that lead to it,
// from the access itself outwards.
type thread struct {
	frames []frame
	down   []frame // the same, from the outermost function to the access
	begins int     // index of the frame in which the goroutine of the access begins, -1 for none that is started here
	kind   kind    // of the outermost function
	loop   bool    // the outermost function is an event loop, and the access is in the loop
	waited bool    // see waitedIn: said once for a thread, which meets thousands of others
}

// root returns the outermost function.
func (t *thread) root() *lockset.Func { return t.frames[len(t.frames)-1].f }

// A frame is one function on the call path to an access, and what of it leads there.
type frame struct {
	f     *lockset.Func
	at    ssa.Instruction // the access, the call, or the start
	obj   ssa.Value       // the root of the object that is accessed, in terms of f; nil if f does not have it
	path  string          // the fields that lead from there to it
	start bool            // at starts a goroutine
}

// A kind is how the outermost function of a thread is called.
type kind int

const (
	byOthers kind = iota // importers, or callers that are not known
	byServer             // a server, once for each request
	byMain               // the start of the program
)

// maxThreads bounds the paths to one access, and maxFrames their length.
const (
	maxThreads = 24
	maxFrames  = 10
)

// threads returns the paths to an access.
func threads(a *access.Access) []thread {
	w := &threadWalk{seen: make(map[ssa.Instruction]bool)}
	w.up([]frame{{f: a.Func, at: a.Instr, obj: a.Object(), path: a.Owner.Fields}})
	return w.list
}

type threadWalk struct {
	list []thread
	seen map[ssa.Instruction]bool
}

// up follows the calls of the outermost frame.
func (w *threadWalk) up(frames []frame) {
	top := frames[len(frames)-1]
	f := top.f
	if len(w.list) >= maxThreads || len(frames) > maxFrames {
		return
	}
	if kind, root := beginsThread(f); root && within(top.obj, frames) {
		t := thread{frames: slices.Clone(frames), down: slices.Clone(frames), begins: -1, kind: kind}
		slices.Reverse(t.down)
		t.waited = waitedIn(t.down)
		t.begins = slices.IndexFunc(frames, func(fr frame) bool { return fr.start }) - 1
		t.begins = max(t.begins, -1)
		t.loop = kind == byOthers && !starts(frames) && lockset.Loops(top.at.Block()) && (eventLoop(f) || pollLoop(f, top.at.Block()))
		w.list = append(w.list, t)
	}
	for _, s := range f.Sites {
		if s.Began != nil {
			s = *s.Began
			s.Value = true
		}
		if w.seen[s.Instr] || slices.ContainsFunc(frames, func(fr frame) bool { return fr.f == s.Caller }) {
			continue
		}
		w.seen[s.Instr] = true
		obj, fields := argument(s, f, top.obj)
		w.up(append(frames[:len(frames):len(frames)], frame{f: s.Caller, at: s.Instr, obj: obj, path: fields + top.path, start: s.Start}))
	}
}

// within reports whether a captured object is that of a function on the path, or of one
// around the outermost: a helper that starts its argument has other callers, too.
func within(obj ssa.Value, frames []frame) bool {
	top := frames[len(frames)-1].f.SSA
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
func beginsThread(f *lockset.Func) (kind, bool) {
	switch {
	case requests.Handles(f):
		return byServer, true
	case f.InMain() || f.InInit() && f.SSA.Parent() == nil:
		return byMain, true
	case f.Root && !f.Closed(), f.Callers == lockset.Unknown && !f.Resolved && f.SSA.Parent() == nil:
		return byOthers, true
	}
	return byOthers, false
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

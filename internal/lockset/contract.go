package lockset

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// contract matches comments by which a function requires its callers to hold a lock, or to
// call it when no other goroutine uses the object.
var contract = lazyregexp.New(`(?i)\b(lock|locks|locked|mutex|mu|mtx|rlock)\b[^.]*\b(held|hold|holds|holding|acquired|taken|owned)\b|\b(hold|holds|holding)\b(?:[^.]|\.\b)*\b(lock|locks|mutex|mu|mtx|rlock)\b|\b(called|call|callers?|runs?|invoked|executed|used|expects?|requires?|assumes?|needs?|only|must|has to|should)\b(?:[^.]|\.\b)*\b(with|under|acquired?)\b(?:[^.]|\.\b)*\b(lock|locks|mutex|mu|mtx|rlock)\b|not (safe for concurrent|thread.?safe|goroutine.?safe|concurrency.?safe)|must be locked|caller (must|should) lock|\bcalled (only )?(after|before|until)\b|\bonly (be )?called from\b|\bcalled only from\b|not be called (until|before|after|concurrently|in parallel)`)

// Contract reports whether the name or the comment of a function says that it is called
// with a lock held, that callers synchronize, or that it initializes a new object, or
// whether package sort or container/heap calls it.
func Contract(fn *ssa.Function) bool {
	name := strings.ToLower(fn.Name())
	for _, word := range []string{"locked", "unlocked", "unsafe", "nolock", "withlock", "withoutlock", "lockheld", "nomutex", "mutexheld", "lockfree"} {
		if strings.HasSuffix(name, word) {
			return true
		}
	}
	if isInitializer(fn) || ofSorted(fn) {
		return true
	}
	doc := docOf(fn)
	return doc != "" && requiresLock(strings.ReplaceAll(doc, "\n", " "))
}

// requiresLock reports whether a comment is a contract. One that refuses a lock may name what excludes
// others in its place: "lock not held, but the session is in the locked map".
func requiresLock(doc string) bool {
	rest := withoutRefusals(doc)
	return contract().MatchString(rest) || len(rest) < len(doc) && strings.Contains(strings.ToLower(rest), "lock")
}

var (
	clause  = lazyregexp.New(`[^.;,]+[.;,]?`)
	refusal = lazyregexp.New(`(?i)\b(no|not|never|without|cannot)\b|n't\b`)
	held    = lazyregexp.New(`(?i)\b(hold|holds|holding|held|with|under)\b`)
)

// withoutRefusals leaves out what says that a lock is not held: "must not be called with the lock held".
// Two refusals require it: "not to be called without the lock".
func withoutRefusals(doc string) string {
	return clause().ReplaceAllStringFunc(doc, func(part string) string {
		if held().MatchString(part) && len(refusal().FindAllString(part, -1)) == 1 {
			return ""
		}
		return part
	})
}

// Contract does the same for a function of the package, once. Nobody holds a lock for what begins a goroutine.
func (f *Func) Contract() bool {
	if f.contract == nil {
		f.contract = new(Contract(f.SSA) && !(isInitializer(f.SSA) && f.Started()))
	}
	return *f.contract
}

// Initializes reports whether a function, by its name, is a method that initializes an object
// which no other goroutine has yet. What the package runs as a goroutine is none.
func (f *Func) Initializes() bool { return isInitializer(f.SSA) && !f.Started() }

func isInitializer(fn *ssa.Function) bool {
	return fn.Signature.Recv() != nil && strings.HasPrefix(strings.ToLower(fn.Name()), "init")
}

// ofSorted reports whether fn is a method by which package sort or container/heap works on
// its argument, under any lock that its caller holds.
func ofSorted(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Pkg == nil {
		return false
	}
	return slices.ContainsFunc(fn.Pkg.Pkg.Imports(), func(imported *types.Package) bool {
		obj := imported.Scope().Lookup("Interface")
		if obj == nil || !catalog.WorkedOn[imported.Path()+".Interface"] {
			return false
		}
		iface, ok := obj.Type().Underlying().(*types.Interface)
		method, _, _ := types.LookupFieldOrMethod(obj.Type(), false, nil, fn.Name())
		return ok && method != nil && types.Implements(types.NewPointer(callmatch.Deref(recv.Type())), iface)
	})
}

func docOf(fn *ssa.Function) string {
	if decl, ok := fn.Syntax().(*ast.FuncDecl); ok && decl.Doc != nil {
		return decl.Doc.Text()
	}
	return ""
}

// Ends reports whether f ends something, by its name.
func Ends(f *Func) bool {
	name := strings.ToLower(f.SSA.Name())
	return slices.ContainsFunc([]string{"stop", "close", "shutdown", "cancel", "kill", "quit", "reset", "disconnect", "terminate"}, func(word string) bool { return strings.HasPrefix(name, word) })
}

// Package filestate is a fact analyzer: it finds where files are read, overwritten, moved and
// removed by a path, and compares the paths by what they are made of. It reports nothing.
package filestate

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "filestate",
	Doc:        "find functions that read or overwrite the file they are passed the path of",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact), new(Has)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that is passed the path of a file.
type Fact struct{ Uses []catalog.FileUse }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	var list []string
	for _, use := range f.Uses {
		text := fmt.Sprint(use.Path, " ", int(use.Does))
		if use.Later {
			text += " later"
		}
		list = append(list, "{"+text+"}")
	}
	return fmt.Sprint(list)
}

// Has is exported for a package in which some function has a Fact, or that reads files.
type Has struct{ Reads []Read }

// A Read is a file that a package reads.
type Read struct {
	Key    string // as that of a [Site]
	Func   string // which reads it, with the name of its package
	Parsed bool   // it makes something of it
}

// AFact marks Has as one.
func (*Has) AFact() {}

// String is what analysistest compares.
func (h *Has) String() string { return fmt.Sprint("reads ", h.Reads) }

// A Site is a call that does something with a file.
type Site struct {
	Does catalog.FileAct
	Call *ast.CallExpr
	Path ast.Expr // the call's argument
	In   *ast.FuncDecl
	// Key says what the path is made of: two sites of a package with the same key mean the same
	// file, unless they are about different objects of a type. What is left of the parameters of
	// In is marked in it.
	Key string
	// Inner is the site in the function that the call is one of, nil if that belongs to another
	// package.
	Inner *Site
	// Later is set where In, or a function that it calls, does so after it has returned.
	Later bool
}

// Base returns the innermost site of the package.
func (s *Site) Base() *Site {
	for s.Inner != nil {
		s = s.Inner
	}
	return s
}

// Open reports whether the path depends on a parameter of the function around.
func (s *Site) Open() bool { return strings.Contains(s.Key, mark) }

// Named returns the innermost site whose path is more than a parameter: where it is made.
func (s *Site) Named() *Site {
	at := s
	for ; s != nil; s = s.Inner {
		if !s.passed() {
			at = s
		}
	}
	return at
}

// passed reports whether the path is a parameter of the function around.
func (s *Site) passed() bool {
	return strings.HasPrefix(s.Key, mark) && strings.Count(s.Key, mark) == 2 && strings.HasSuffix(s.Key, mark)
}

// A Result knows the sites of one package.
type Result struct {
	pass  *analysis.Pass
	any   bool
	sites func() []*Site
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Sites returns the sites of the package whose paths are known, in no particular order: those
// of the functions that are passed a path come once more for each of their calls.
func (r *Result) Sites() []*Site {
	if !r.any {
		return nil
	}
	return r.sites()
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass}
	r.sites = sync.OnceValue(r.find)
	if ssabuild.Std(pass) {
		return r, nil // the catalog has rows for it
	}
	for _, imp := range pass.Pkg.Imports() {
		r.any = r.any || imp.Path() == "os" || imp.Path() == "io/ioutil" || pass.ImportPackageFact(imp, new(Has))
	}
	if !r.any {
		return r, nil
	}
	has := Has{r.reads()}
	if r.export() || len(has.Reads) > 0 {
		pass.ExportPackageFact(&has)
	}
	return r, nil
}

// reads returns the files that the package reads whose paths depend on no parameter.
func (r *Result) reads() (list []Read) {
	for _, s := range r.sites() {
		if s.Does == catalog.ReadsFile && !s.Open() {
			list = append(list, Read{s.Key, r.pass.Pkg.Name() + "." + s.In.Name.Name, r.Parsed(s)})
		}
	}
	slices.SortFunc(list, func(a, b Read) int { return strings.Compare(a.Key+a.Func, b.Key+b.Func) })
	return slices.Compact(list)
}

// Parsed reports whether the function around a site, or the one that it calls, decodes
// something, by its name or by what it calls.
func (r *Result) Parsed(s *Site) bool {
	for ; s != nil; s = s.Inner {
		fn := callmatch.Callee(r.pass.TypesInfo, s.Call)
		if r.Parses(s.In) || fn != nil && catalog.NamedParser(fn.Name()) {
			return true
		}
	}
	return false
}

// Parses reports whether a function decodes something, by its name or by what it calls.
func (r *Result) Parses(decl *ast.FuncDecl) bool {
	found := catalog.NamedParser(decl.Name.Name)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		fn := callmatch.Callee(r.pass.TypesInfo, call)
		found = fn != nil && catalog.NamedParser(fn.Name())
		return !found
	})
	return found
}

// Elsewhere returns how another package, which this one imports, directly or not, reads a file.
func (r *Result) Elsewhere(key string) (found Read, ok bool) {
	for _, fact := range r.pass.AllPackageFacts() {
		has, is := fact.Fact.(*Has)
		if !is || fact.Package == r.pass.Pkg {
			continue
		}
		for _, read := range has.Reads {
			if read.Key == key && (!ok || read.Parsed && !found.Parsed || read.Parsed == found.Parsed && read.Func < found.Func) {
				found, ok = read, true
			}
		}
	}
	return found, ok
}

// export exports what functions do with the paths they are passed.
func (r *Result) export() (found bool) {
	uses := make(map[*types.Func][]catalog.FileUse)
	for _, s := range r.sites() {
		var arg int
		if n, _ := fmt.Sscanf(s.Key, mark+"%d", &arg); n != 1 || !s.passed() {
			continue
		}
		fn := r.pass.TypesInfo.Defs[s.In.Name].(*types.Func)
		uses[fn] = append(uses[fn], catalog.FileUse{Path: arg, Does: s.Does, Later: s.Later})
	}
	for fn, list := range uses {
		if list = withoutReplaced(list); fn.Exported() && len(list) > 0 {
			r.pass.ExportObjectFact(fn, &Fact{list})
			found = true
		}
	}
	return found
}

// withoutReplaced leaves out that a file is overwritten where it is also replaced: one that
// cannot be replaced is.
func withoutReplaced(list []catalog.FileUse) []catalog.FileUse {
	return slices.DeleteFunc(list, func(use catalog.FileUse) bool {
		return use.Does == catalog.OverwritesFile && slices.ContainsFunc(list, func(other catalog.FileUse) bool {
			return other.Path == use.Path && other.Does == catalog.ReplacesFile
		})
	})
}

// depth is how many calls lead at most from a path to the site.
const depth = 3

func (r *Result) find() []*Site {
	var all, last []*Site
	for _, decl := range astindex.Funcs(r.pass) {
		last = append(last, r.in(decl)...)
	}
	calls := sync.OnceValue(func() map[*types.Func][]astindex.Call { return astindex.Of(r.pass).Calls })
	for range depth {
		all = append(all, last...)
		var next []*Site
		for _, s := range last {
			if s.Open() {
				next = append(next, r.callers(s, calls())...)
			}
		}
		last = next
	}
	return all
}

// in returns the sites in one function.
func (r *Result) in(decl *ast.FuncDecl) (list []*Site) {
	keys := &keys{pass: r.pass, decl: decl}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		for _, use := range r.uses(call) {
			if use.Does == 0 || use.Path >= len(call.Args) {
				continue
			}
			path := call.Args[use.Path]
			for _, key := range append(keys.kept(path), keys.of(path, 0)) {
				if key != "" {
					list = append(list, &Site{Does: use.Does, Call: call, Path: path, In: decl, Key: key, Later: use.Later || later(decl, call)})
				}
			}
		}
		return true
	})
	return list
}

// uses returns what a function of another package does with the paths that a call passes to it.
func (r *Result) uses(call *ast.CallExpr) []catalog.FileUse {
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	list, ok := catalog.FileUses[callmatch.Name(fn)]
	if ok && list[0].Does == catalog.OpensFile {
		return []catalog.FileUse{{Path: list[0].Path, Does: r.opens(call)}}
	}
	if ok {
		return list
	}
	var fact Fact
	if fn.Pkg() != r.pass.Pkg && r.pass.ImportObjectFact(fn.Origin(), &fact) {
		return fact.Uses
	}
	return nil
}

// opens returns what the flags of a call let be done with the file.
func (r *Result) opens(call *ast.CallExpr) catalog.FileAct {
	if len(call.Args) < 2 {
		return 0
	}
	value := r.pass.TypesInfo.Types[call.Args[1]].Value
	if value == nil {
		return 0
	}
	flags, _ := constant.Int64Val(constant.ToInt(value))
	switch {
	case flags&int64(os.O_TRUNC) != 0 && flags&int64(os.O_EXCL|os.O_APPEND) == 0:
		return catalog.OverwritesFile
	case flags&int64(os.O_WRONLY|os.O_RDWR|os.O_CREATE) == 0:
		return catalog.ReadsFile
	}
	return 0
}

// callers returns the sites that the calls of the function around an open site are.
func (r *Result) callers(s *Site, calls map[*types.Func][]astindex.Call) (list []*Site) {
	fn := r.pass.TypesInfo.Defs[s.In.Name].(*types.Func)
	for _, call := range calls[fn] {
		decl := r.around(call)
		if decl == nil {
			continue
		}
		keys := &keys{pass: r.pass, decl: decl}
		if key, path := keys.substituted(s.Key, call.Expr.Args); key != "" {
			list = append(list, &Site{Does: s.Does, Call: call.Expr, Path: path, In: decl, Key: key, Inner: s, Later: s.Later || later(decl, call.Expr)})
		}
	}
	return list
}

// around returns the declaration around a call.
func (r *Result) around(call astindex.Call) *ast.FuncDecl {
	if decl, ok := call.In.(*ast.FuncDecl); ok || call.In == nil {
		return decl
	}
	for _, decl := range astindex.Funcs(r.pass) {
		if decl.Pos() <= call.In.Pos() && call.In.Pos() < decl.End() {
			return decl
		}
	}
	return nil
}

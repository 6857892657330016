package analyzers_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/inprocess"
)

// TestCallShapes writes the calls of the testdata of all checks in unusual forms that the
// language allows: with arguments that are the results of one call or the elements of a
// slice, and of methods that get their receiver as an argument. No check may rely on the
// usual position of arguments.
func TestCallShapes(t *testing.T) {
	var originals []original
	for _, dir := range testdata(t) {
		originals = append(originals, originalIn(t, dir))
	}
	suite := all()
	for shape, rewrite := range map[string]func(*shaper, ast.Node){"f(g())": (*shaper).spread, "T.Method(v)": (*shaper).expression, "f(list...)": (*shaper).list} {
		t.Run(shape, func(t *testing.T) {
			compiled, changed := 0, 0
			for _, o := range originals {
				sources, edits := reshaped(o, rewrite)
				if edits == 0 {
					continue
				}
				changed++
				if _, ok := analyze(t, suite, sources); ok {
					compiled++
				}
			}
			if compiled < 50 || compiled*10 < changed*9 {
				t.Errorf("of %d packages with such calls, only %d compile", changed, compiled)
			}
		})
	}
}

// An original is a package as it is in the testdata. It is loaded once for all ways to
// rewrite it.
type original struct {
	sources  map[string]string
	p        inprocess.Package
	compiles bool
}

func originalIn(t *testing.T, dir string) original {
	t.Helper()
	o := original{sources: sourcesIn(t, dir)}
	o.p, o.compiles = load(o.sources)
	return o
}

// reshaped returns the files of a package with their calls rewritten, and how many
// places that changed.
func reshaped(o original, rewrite func(*shaper, ast.Node)) (map[string]string, int) {
	if !o.compiles {
		return nil, 0
	}
	p, out, edits := o.p, make(map[string]string), 0
	for _, file := range p.Files {
		name := p.Fset.File(file.Package).Name()
		s := &shaper{p: p, file: file, base: p.Fset.File(file.Package).Base(), source: o.sources[name]}
		ast.Inspect(file, func(n ast.Node) bool {
			if n != nil {
				rewrite(s, n)
			}
			return true
		})
		out[name], edits = s.apply(o.sources[name]), edits+len(s.edits)
	}
	helpers := "package " + p.Types.Name() + "\n"
	for n := 2; n <= most; n++ {
		var names, params []string
		for i := range n {
			names, params = append(names, fmt.Sprint("T", i)), append(params, fmt.Sprintf("t%d T%d", i, i))
		}
		types := strings.Join(names, ", ")
		helpers += fmt.Sprintf("\nfunc several%d[%s any](%s) (%s) { return %s }\n", n, types, strings.Join(params, ", "), types, strings.ToLower(types))
	}
	out[filepath.Join(filepath.Dir(p.Fset.File(p.Files[0].Package).Name()), "several.go")] = helpers
	return out, edits
}

// most is how many arguments a call has that becomes another shape.
const most = 6

// A shaper collects the edits of one file.
type shaper struct {
	p      inprocess.Package
	file   *ast.File
	base   int
	source string
	edits  []shapeEdit
}

type shapeEdit struct {
	from, to int
	text     string
}

func (s *shaper) edit(from, to token.Pos, text string) {
	s.edits = append(s.edits, shapeEdit{int(from) - s.base, int(to) - s.base, text})
}

func (s *shaper) apply(source string) string {
	slices.SortStableFunc(s.edits, func(a, b shapeEdit) int { return cmp.Compare(a.from, b.from) })
	for _, e := range slices.Backward(s.edits) {
		source = source[:e.from] + e.text + source[e.to:]
	}
	return source
}

// spread makes f(a, b) f(several2[A, B](a, b)).
func (s *shaper) spread(n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	sig, ok := s.p.Info.TypeOf(call.Fun).(*types.Signature)
	if !ok || s.p.Info.Types[call.Fun].IsBuiltin() || len(call.Args) < 2 || len(call.Args) > most || call.Ellipsis.IsValid() {
		return
	}
	var names []string
	for i := range call.Args {
		last := sig.Params().Len() - 1
		t := sig.Params().At(min(i, last)).Type()
		if sig.Variadic() && i >= last {
			t = sig.Params().At(last).Type().(*types.Slice).Elem()
		}
		name, ok := s.name(t)
		if !ok {
			return
		}
		names = append(names, name)
	}
	s.edit(call.Lparen+1, call.Lparen+1, "several"+strconv.Itoa(len(names))+"["+strings.Join(names, ", ")+"](")
	s.edit(call.Rparen, call.Rparen, ")")
}

// list makes f(a, b) f(a, []B{b}...), where f takes any number of them.
func (s *shaper) list(n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	sig, ok := s.p.Info.TypeOf(call.Fun).(*types.Signature)
	if !ok || !sig.Variadic() || s.p.Info.Types[call.Fun].IsBuiltin() || len(call.Args) < max(2, sig.Params().Len()) || call.Ellipsis.IsValid() {
		return
	}
	last := sig.Params().Len() - 1
	name, ok := s.name(sig.Params().At(last).Type())
	if !ok {
		return
	}
	s.edit(call.Args[last].Pos(), call.Args[last].Pos(), name+"{")
	s.edit(call.Args[len(call.Args)-1].End(), call.Args[len(call.Args)-1].End(), "}...")
}

// expression makes v.Method(a) (T).Method(v, a).
func (s *shaper) expression(n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || s.p.Info.Selections[sel] == nil || s.p.Info.Selections[sel].Kind() != types.MethodVal {
		return
	}
	if len(call.Args) == 1 {
		if _, several := s.p.Info.TypeOf(call.Args[0]).(*types.Tuple); several {
			return // they cannot follow the receiver
		}
	}
	fn := s.p.Info.Selections[sel].Obj().(*types.Func)
	t, address := s.p.Info.TypeOf(sel.X), ""
	if _, pointer := fn.Signature().Recv().Type().(*types.Pointer); pointer {
		if _, already := t.Underlying().(*types.Pointer); !already {
			t, address = types.NewPointer(t), "&"
		}
	}
	name, ok := s.name(t)
	if !ok {
		return
	}
	separator := ""
	if len(call.Args) > 0 {
		separator = ", "
	}
	s.edit(call.Pos(), call.Pos(), "("+name+")."+sel.Sel.Name+"("+address)
	s.edit(sel.X.End(), call.Lparen+1, separator)
}

// name writes a type as the file can, if it can.
func (s *shaper) name(t types.Type) (string, bool) {
	sayable := true
	name := types.TypeString(t, func(pkg *types.Package) string {
		if pkg == s.p.Types {
			return ""
		}
		for _, spec := range s.file.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); path == pkg.Path() && spec.Name == nil {
				return pkg.Name()
			}
		}
		sayable = false
		return pkg.Name()
	})
	return name, sayable
}

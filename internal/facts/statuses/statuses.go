// Package statuses is a fact analyzer: it reads the statements by which a package queries
// and changes the status of records, in SQL, for MongoDB and with gorm, and exports which
// states anything looks for. It reports nothing.
package statuses

import (
	"go/ast"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "statuses",
	Doc:        "find statements that look for or change the status of records",
	Requires:   []*analysis.Analyzer{inspect.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a package that looks for records in some states, other than by
// their ID, or claims pending messages of a stream.
type Fact struct {
	Sought []string // see Statement.key
	Claims bool
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (f *Fact) String() string { return "seeks " + strings.Join(f.Sought, " ") }

// A Result lists the statements of one package, and what it and the packages
// below it look for.
type Result struct {
	Statements []*Statement
	Sought     map[string]bool
	Claims     bool // pending messages are taken over
}

// Seeks reports whether anything looks for records of the statement's table in a
// state. What an ORM calls a type may be any of the tables that SQL names.
func (r *Result) Seeks(s *Statement, field, state string) bool {
	for key := range r.Sought {
		table, rest, _ := strings.Cut(key, sep)
		if rest != field+"="+strings.ToLower(state) && rest != field+"="+anyState && rest != anyState {
			continue
		}
		if table == s.Table || table == anyTable || strings.HasPrefix(table, ofType) != strings.HasPrefix(s.Table, ofType) && table != "" && s.Table != "" {
			return true
		}
	}
	return false
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{Sought: make(map[string]bool)}
	for _, f := range pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*Fact); ok && f.Package != pass.Pkg {
			r.add(fact, sameModule(pass, f.Package))
		}
	}
	own := &Fact{}
	if isProgram(pass) {
		own = r.read(pass)
		r.add(own, true)
	}
	if own.Claims || len(own.Sought) > 0 {
		pass.ExportPackageFact(own)
	}
	return r, nil
}

// isProgram leaves out the standard library and cgo's pseudo-packages, which
// keep no records of work.
func isProgram(pass *analysis.Pass) bool {
	first, _, below := strings.Cut(pass.Pkg.Path(), "/")
	return strings.Contains(first, ".") || !below || pass.Module != nil && pass.Module.Path != "std"
}

func sameModule(pass *analysis.Pass, pkg *types.Package) bool {
	return pass.Module != nil && strings.HasPrefix(pkg.Path()+"/", pass.Module.Path+"/")
}

// add takes over what a package looks for. A table that is not known may be any of its own
// module, but none of modules that do not import it.
func (r *Result) add(fact *Fact, own bool) {
	for _, s := range fact.Sought {
		if own || !strings.HasPrefix(s, anyTable+sep) {
			r.Sought[s] = true
		}
	}
	r.Claims = r.Claims || fact.Claims
}

// read collects the statements of the package and what they look for.
func (r *Result) read(pass *analysis.Pass) *Fact {
	sought := make(map[string]bool)
	fact := &Fact{}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if strings.HasSuffix(pass.Fset.Position(call.Pos()).Filename, "_test.go") {
			continue
		}
		fact.Claims = fact.Claims || catalog.GroupClaims[callmatch.CalleeName(pass.TypesInfo, call)]
		s := mongo(pass.TypesInfo, in, call)
		if s == nil {
			s = gorm(pass.TypesInfo, in, cur)
		}
		if s == nil {
			s = sql(pass.TypesInfo, call)
		}
		if s == nil {
			continue
		}
		r.Statements = append(r.Statements, s)
		if !s.ByID {
			s.seeks(sought)
		}
	}
	fact.Sought = slices.Sorted(maps.Keys(sought))
	return fact
}

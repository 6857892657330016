package locks

import (
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/late"
)

// Late is the fact about a package variable that a goroutine, a callback or a request of its package writes without
// a lock, by the function In.
type Late struct{ In string }

// AFact marks Late as a fact.
func (*Late) AFact() {}

func (l *Late) String() string { return "late[" + l.In + "]" }

func exportLate(pass *analysis.Pass, p *lockset.Package) {
	if foreign(pass) {
		return
	}
	for v, in := range late.Written(p) {
		pass.ExportObjectFact(v, &Late{in})
	}
}

// WrittenLate returns the function of another package that writes a variable of it while the program runs, without a
// lock, "" if none is known.
func WrittenLate(pass *analysis.Pass, v *types.Var) string {
	var fact Late
	if !pass.ResultOf[Analyzer].(*Result).pass.ImportObjectFact(v, &fact) {
		return ""
	}
	return fact.In
}

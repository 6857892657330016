// Package tornwrite is the check shutdownorder/torn-write: a kill leaves a file of state empty
// or truncated.
package tornwrite

import (
	"embed"
	"fmt"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/filestate"
	"github.com/lifecyclelint/lifecyclelint/internal/moment"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed tornwrite.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "torn-write",
	Title:      "a kill leaves a file of state empty or truncated",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (s *Store) Save() error {
//		…
//		return os.WriteFile(s.path, data, 0o600)
//	}
//
// where the same path is read elsewhere in the package, directly or by functions that are
// passed it. The path is the same if it is made of the same fields, constants, variables and
// calls. Silent where the file that is written is renamed, where it is made because there is
// none, where what cannot be read is removed, and for temporary files, devices and the ID of
// the process. It also reports logs whose last record, when a kill has cut it, stays in the file,
// transfers to a name whose existence is taken for completeness, and files that are renamed without a Sync.
func run(p *check.Pass) {
	cutRecords(p)
	files := newFiles(p)
	files.partial()
	files.replaced()
	seen := make(map[*filestate.Site]bool)
	for _, write := range files.sites {
		if write.Does != catalog.OverwritesFile || seen[write.Base()] || p.Quiet(write.Base().Call.Pos()) {
			continue
		}
		if reads := files.readsOf(write); len(reads) > 0 && !files.passing(write) {
			seen[write.Base()] = files.judge(write, reads)
		}
	}
}

// files are the uses of files in a package.
type files struct {
	p     *check.Pass
	known *filestate.Result
	sites []*filestate.Site

	moments *moment.Moments
}

func newFiles(p *check.Pass) *files {
	sites := slices.DeleteFunc(slices.Clone(filestate.Of(p.Pass).Sites()), func(s *filestate.Site) bool { return p.Quiet(s.Call.Pos()) })
	slices.SortStableFunc(sites, func(a, b *filestate.Site) int { return int(a.Call.Pos() - b.Call.Pos()) })
	setup := func(name string) bool { return catalog.NamedSetup(name) || catalog.NamedParser(name) }
	return &files{p, filestate.Of(p.Pass), sites, moment.Of(p.Pass, setup)}
}

// A reader is a function that reads the file.
type reader struct {
	site   *filestate.Site // nil in another package
	name   string
	parsed bool
}

// readsOf returns what reads the file that a site writes: not what it has just written.
func (f *files) readsOf(write *filestate.Site) (list []reader) {
	for _, s := range f.sites {
		if s.Does != catalog.ReadsFile || s.Key != write.Key {
			continue
		}
		before := s.In == write.In && s.Call.Pos() < write.Call.Pos()
		if before || s.In != write.In && !s.Open() {
			list = append(list, reader{s, s.Named().In.Name.Name, f.parsed(s)})
		}
	}
	if read, ok := f.known.Elsewhere(write.Key); ok && len(list) == 0 {
		list = append(list, reader{nil, read.Func, read.Parsed})
	}
	return list
}

// judge reports a write, and reports whether it has.
func (f *files) judge(write *filestate.Site, reads []reader) bool {
	base := write.Base()
	if pos, proof := f.harmless(write, reads); proof != nil {
		f.p.Safe(base.Call, f.p.Source(write.Path), proof, pos)
		return false
	}
	read := reads[max(0, slices.IndexFunc(reads, func(r reader) bool { return r.parsed }))]
	trace := []check.Hop{{Pos: write.Call.Pos(), Message: "overwrites the file"}}
	if read.site != nil {
		trace = append(trace, check.Hop{Pos: read.site.Call.Pos(), Message: "reads it"})
	}
	f.p.Report(check.Finding{
		At: base.Call.Fun,
		Message: fmt.Sprintf("a kill during the write leaves %s empty or truncated, and %s reads it after the restart: %s overwrites it in place",
			f.p.Name(write.Named().Path), read.name, f.p.Name(base.Call.Fun)),
		Trace:  trace,
		Doubts: f.doubts(write, read),
		Fix:    f.fix(base),
	})
	return true
}

// doubts returns what speaks against a report.
func (f *files) doubts(write *filestate.Site, read reader) (list []check.Doubt) {
	at := write.Call.Pos()
	list = f.reach(write)
	if !read.parsed {
		list = append(list, check.Doubting(verdict.NotParsed, at))
	}
	if named(write, "cache") {
		list = append(list, check.Doubting(verdict.Rebuilt, at))
	}
	return list
}

// parsed reports whether the function around a read, or one that calls it, makes something of
// what it has read.
func (f *files) parsed(read *filestate.Site) bool {
	if f.known.Parsed(read) {
		return true
	}
	for _, call := range f.callsOf(read.In) {
		if decl := f.declAround(call.Expr); decl != nil && f.known.Parses(decl) {
			return true
		}
	}
	return false
}

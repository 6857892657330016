package driver

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// A FixConfig says which fixes to apply, and whether to write.
type FixConfig struct {
	Suggested bool // also fixes that change behaviour
	DryRun    bool
}

// A FixResult tells what a run of fixes did.
type FixResult struct {
	Applied []finding.Finding // their fixes are in Files
	Left    []Left            // found, but not fixed
	Files   []FileChange      // by name
	Result  *Result           // of the last analysis, for its problems
}

// Left is a finding that was not fixed, and why.
type Left struct {
	Finding finding.Finding
	Why     string
}

// A FileChange is the old and new content of one file.
type FileChange struct {
	Name     string
	Old, New []byte
}

// maxRounds bounds how often fixes are applied and the outcome is analyzed
// again; fixes that overlap wait for the next round.
const maxRounds = 5

// Fix applies the fixes of the configured packages. Nothing is written before
// every changed package has been type-checked in memory; a fix that would break
// its package is left out and named. Each file is replaced in one step, so a run
// that is killed leaves every file old or new.
func Fix(ctx context.Context, cfg Config, fc FixConfig) (*FixResult, error) {
	if err := refuseTrimpath(ctx, cfg); err != nil {
		return nil, err
	}
	out := new(FixResult)
	original := make(map[string][]byte)
	for range maxRounds {
		res, err := Check(ctx, cfg)
		if err != nil {
			return nil, err
		}
		out.Result = res
		r := &round{cfg: cfg, fc: fc, content: make(map[string][]byte)}
		if err := r.run(ctx, res.Findings); err != nil {
			return nil, err
		}
		out.Applied, out.Left = append(out.Applied, r.applied...), r.left
		changes := r.changes()
		out.merge(changes, original)
		if fc.DryRun || len(changes) == 0 {
			break
		}
		for _, c := range changes {
			if err := replaceFile(c); err != nil {
				return nil, err
			}
		}
		if !r.deferred {
			break
		}
	}
	return out, nil
}

func refuseTrimpath(ctx context.Context, cfg Config) error {
	out, err := goCommand(ctx, cfg, "env", "GOFLAGS").Output()
	if err == nil && strings.Contains(string(out), "-trimpath") {
		return usagef("GOFLAGS has -trimpath, with which the go command's cache may name files of another checkout: unset it to apply fixes")
	}
	return nil
}

// merge keeps, over all rounds, the first old content of a file and its last new one.
func (out *FixResult) merge(changes []FileChange, original map[string][]byte) {
	for _, c := range changes {
		if _, ok := original[c.Name]; !ok {
			original[c.Name] = c.Old
		}
		c.Old = original[c.Name]
		i, found := slices.BinarySearchFunc(out.Files, c.Name, func(f FileChange, name string) int { return strings.Compare(f.Name, name) })
		if found {
			out.Files[i] = c
		} else {
			out.Files = slices.Insert(out.Files, i, c)
		}
	}
}

// A round is one application of fixes to the files as they are on disk.
type round struct {
	cfg      Config
	fc       FixConfig
	content  map[string][]byte // old content, by file
	accepted map[string][]finding.Edit
	applied  []finding.Finding
	left     []Left
	deferred bool // a fix overlaps an applied one and waits for the next round
}

func (r *round) run(ctx context.Context, findings []finding.Finding) error {
	var candidates []finding.Finding
	for _, f := range findings {
		switch {
		case f.Fix == nil:
			r.left = append(r.left, Left{f, "it has no automatic fix"})
		case !f.Fix.Safe && !r.fc.Suggested:
			r.left = append(r.left, Left{f, "its fix changes behaviour; --suggested applies it"})
		default:
			candidates = append(candidates, f)
		}
	}
	for len(candidates) > 0 {
		if err := r.apply(candidates); err != nil {
			return err
		}
		broken, err := r.verify(ctx)
		if err != nil {
			return err
		}
		if len(broken) == 0 {
			return nil
		}
		candidates, err = r.withoutBreaking(ctx, candidates, broken)
		if err != nil {
			return err
		}
	}
	r.accepted, r.applied = nil, nil
	return nil
}

// apply accepts the candidates' edits, first come first served.
func (r *round) apply(candidates []finding.Finding) error {
	r.accepted, r.applied, r.deferred = make(map[string][]finding.Edit), nil, false
	for _, f := range candidates {
		if !r.fits(f) {
			r.deferred = true
			continue
		}
		for _, e := range f.Fix.Edits {
			if _, ok := r.content[e.File]; !ok {
				old, err := os.ReadFile(e.File)
				if err != nil {
					return fmt.Errorf("cannot fix: %w", err)
				}
				r.content[e.File] = old
			}
			if !slices.Contains(r.accepted[e.File], e) {
				r.accepted[e.File] = append(r.accepted[e.File], e)
			}
		}
		r.applied = append(r.applied, f)
	}
	return nil
}

// fits reports whether none of f's edits overlaps an accepted one. Identical
// edits, such as two fixes' import, count once; insertions at one place do not
// overlap.
func (r *round) fits(f finding.Finding) bool {
	for _, e := range f.Fix.Edits {
		for _, a := range r.accepted[e.File] {
			if a != e && e.Start < a.End && a.Start < e.End {
				return false
			}
			if a != e && (e.Start == e.End && a.Start < e.Start && e.Start < a.End || a.Start == a.End && e.Start < a.Start && a.Start < e.End) {
				return false
			}
		}
	}
	return true
}

// changes returns the files that the accepted edits alter.
func (r *round) changes() []FileChange {
	var list []FileChange
	for _, name := range slices.Sorted(maps.Keys(r.accepted)) {
		old := r.content[name]
		changed := Apply(old, r.accepted[name])
		if !bytes.Equal(old, changed) {
			list = append(list, FileChange{name, old, changed})
		}
	}
	return list
}

// Apply returns src with the edits made, formatted if it was formatted before.
func Apply(src []byte, edits []finding.Edit) []byte {
	changed := edited(src, edits)
	if nice, err := format.Source(src); err == nil && bytes.Equal(nice, src) {
		if nice, err := format.Source(changed); err == nil {
			return nice
		}
	}
	return changed
}

func edited(src []byte, edits []finding.Edit) []byte {
	edits = slices.Clone(edits)
	if bytes.Contains(src, []byte("\r\n")) { // the file's line ends are its own
		for i := range edits {
			edits[i].New = strings.ReplaceAll(edits[i].New, "\n", "\r\n")
		}
	}
	slices.SortStableFunc(edits, func(a, b finding.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	var out bytes.Buffer
	last := 0
	for _, e := range edits {
		if e.Start < last || e.End > len(src) {
			continue // fits and the reader keep this from happening
		}
		out.Write(src[last:e.Start])
		out.WriteString(e.New)
		last = e.End
	}
	out.Write(src[last:])
	return out.Bytes()
}

// verify type-checks the packages of the changed files in memory and returns
// the first error of each that breaks, by package.
func (r *round) verify(ctx context.Context) (map[string]string, error) {
	overlay := make(map[string][]byte)
	dirs := make(map[string]bool)
	for _, c := range r.changes() {
		overlay[c.Name] = c.New
		dirs[filepath.Dir(c.Name)] = true
	}
	broken := make(map[string]string)
	if len(overlay) == 0 {
		return broken, nil
	}
	for _, cfg := range r.cfg.builds() {
		if err := typeCheck(ctx, cfg, overlay, slices.Sorted(maps.Keys(dirs)), broken); err != nil {
			return nil, err
		}
	}
	return broken, nil
}

// typeCheck checks the packages of one build with the overlay in place of files,
// and adds the first error of each that is broken.
func typeCheck(ctx context.Context, cfg Config, overlay map[string][]byte, dirs []string, broken map[string]string) error {
	pkgs, err := packages.Load(&packages.Config{
		Context: ctx,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedExportFile,
		Dir:        cfg.Dir,
		Env:        cfg.environ(),
		BuildFlags: buildFlags(cfg),
		Overlay:    overlay,
		Tests:      true,
	}, dirs...)
	if err != nil {
		return fmt.Errorf("type-checking the fixed packages: %w", err)
	}
	for _, p := range pkgs {
		if len(p.Errors) > 0 && !excluded(p.Errors[0].Msg) {
			path, _, _ := strings.Cut(p.ID, " ")
			path = strings.TrimSuffix(path, ".test")
			if _, ok := broken[path]; !ok {
				broken[path] = p.Errors[0].Msg
			}
		}
	}
	return nil
}

// withoutBreaking returns the candidates without the ones that break their
// package when applied alone. When each is good alone but not together, all but
// the first of the package wait for the next round.
func (r *round) withoutBreaking(ctx context.Context, candidates []finding.Finding, broken map[string]string) ([]finding.Finding, error) {
	var keep []finding.Finding
	kept := make(map[string]int)
	dropped := false
	for _, f := range candidates {
		if _, bad := broken[f.Package]; !bad {
			keep = append(keep, f)
			continue
		}
		if err := r.apply([]finding.Finding{f}); err != nil {
			return nil, err
		}
		alone, err := r.verify(ctx)
		if err != nil {
			return nil, err
		}
		if why, bad := alone[f.Package]; bad {
			r.left = append(r.left, Left{f, "its fix would not compile: " + why})
			dropped = true
			continue
		}
		kept[f.Package]++
		keep = append(keep, f)
	}
	if dropped || len(keep) == 0 {
		return keep, nil
	}
	first := make(map[string]bool)
	return slices.DeleteFunc(keep, func(f finding.Finding) bool {
		again := first[f.Package] && kept[f.Package] > 0
		first[f.Package] = true
		return again
	}), nil
}

// replaceFile puts the new content in place of the old in one step, keeping the
// file's mode and following a symbolic link to the file it names.
func replaceFile(c FileChange) error {
	name, err := filepath.EvalSymlinks(c.Name)
	if err != nil {
		return fmt.Errorf("cannot fix: %w", err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("cannot fix: %w", err)
	}
	if info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("cannot fix %s: it is read-only", name)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*.tmp")
	if err != nil {
		return fmt.Errorf("cannot fix: %w", err)
	}
	defer os.Remove(tmp.Name()) // after a rename there is nothing to remove
	_, err = tmp.Write(c.New)
	if err == nil {
		err = tmp.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = tmp.Sync()
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("cannot fix %s: %w", name, err)
	}
	return nil
}

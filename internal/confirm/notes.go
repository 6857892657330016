package confirm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/profile"
)

// Compare notes what an executable says of how it was built.
func (j *joiner) Compare(b *profile.Build) { j.binaries = append(j.binaries, b) }

// At sets which revision the source is of, and whether it has changes, "" if that is not
// known.
func (j *joiner) At(revision string, modified bool) {
	for _, b := range j.binaries {
		if b.Revision != "" && revision != "" && b.Revision != revision {
			j.note("%s was built from %s, the source is at %s: lines may differ", b.File, abbreviated(b.Revision), abbreviated(revision))
		} else if b.Modified {
			j.note("%s was built from a checkout with changes: lines may differ", b.File)
		}
	}
	for _, built := range slices.Sorted(maps.Keys(j.builds)) {
		what, value, _ := strings.Cut(built, " ")
		switch {
		case what == "revision" && revision != "" && value != revision:
			j.note("a profile is of a process that was built from %s, the source is at %s: lines may differ", abbreviated(value), abbreviated(revision))
		case what == "id" && len(j.binaries) > 0 && !slices.ContainsFunc(j.binaries, func(b *profile.Build) bool { return b.ID == "" || b.ID == value }):
			j.note("a profile is of another build than %s: its build ID is %s", j.binaries[0].File, value)
		}
	}
	if modified && len(j.binaries)+len(j.builds) > 0 && revision != "" {
		j.note("the source has changes since %s: lines may differ", abbreviated(revision))
	}
}

// Skipped notes how many files of directories are no profiles of goroutines.
func (j *joiner) Skipped(n int) {
	j.note("%s of the directories left out: no profiles of goroutines", finding.Count(n, "file"))
}

// built notes how the process of a profile was built.
func (j *joiner) built(p *profile.Profile) {
	if p.BuildID != "" {
		j.builds["id "+p.BuildID] = true
	}
	if p.Revision != "" {
		j.builds["revision "+p.Revision] = true
	}
}

func abbreviated(revision string) string { return revision[:min(len(revision), 12)] }

func (j *joiner) note(format string, args ...any) {
	j.report.Notes = append(j.report.Notes, fmt.Sprintf(format, args...))
}

// notes says what may be wrong with the join.
func (j *joiner) notes() {
	if ids := j.ids(); ids > 1 {
		j.note("the profiles are of %d different builds", ids)
	}
	for _, v := range slices.Sorted(maps.Keys(j.source.versions)) {
		module, version, _ := strings.Cut(v, " ")
		j.note("the process has %s %s, which may differ from the source here", module, version)
	}
	if n := len(j.source.moved); n > 0 {
		names := slices.Sorted(maps.Keys(j.source.moved))
		j.note("the source has %s on other lines than the profiles (%s): the process was built from other source, and findings are matched by function there",
			finding.Count(n, "function"), strings.Join(names[:min(n, 3)], ", "))
	}
	if j.source.ours == 0 && slices.ContainsFunc(j.report.Profiles, func(m Moment) bool { return m.Total > 0 }) {
		j.note("no goroutine of the profiles is in the packages that were analyzed: are they those of the program?")
	}
}

func (j *joiner) ids() (n int) {
	for b := range j.builds {
		if strings.HasPrefix(b, "id ") {
			n++
		}
	}
	return n
}

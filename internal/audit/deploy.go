package audit

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/manifest"
)

// A Deployment is a container of a manifest, and the service that runs in it.
type Deployment struct {
	*manifest.Unit
	Package string `json:"package,omitempty"` // "" when no service is known to run in it
	How     string `json:"how,omitempty"`     // how that is known
}

// Sources are the manifests to look at.
type Sources struct {
	Files []string          // files and directories; nil for what lies where it usually does
	Stdin []byte            // rendered manifests
	Map   map[string]string // unit to main package, or to its directory
}

// usual are the places where manifests lie.
var usual = []string{
	"docker-compose*.yml", "docker-compose*.yaml", "compose*.yml", "compose*.yaml", "*.service", "*.nomad", "*.nomad.hcl",
	"kubernetes", "kubernetes-manifests", "k8s", "deploy", "manifests", "systemd", "nomad",
}

// Deploy reads the manifests and adds what they tell, and what is wrong with
// them, to the report.
func (r *Report) Deploy(src Sources) error {
	units, err := r.units(src)
	if err != nil {
		return err
	}
	used := make(map[string]bool) // Dockerfiles
	for _, u := range units {
		if err := r.deploy(u, units, src.Map); err != nil {
			return err
		}
		if u.BuiltBy != nil {
			used[u.BuiltBy.File] = true
		}
	}
	if src.Files == nil && src.Stdin == nil {
		for _, u := range r.alone(used) {
			if err := r.deploy(u, nil, src.Map); err != nil {
				return err
			}
		}
	}
	r.Findings = finding.Sort(r.Findings)
	return nil
}

// deploy adds one container of all.
func (r *Report) deploy(u *manifest.Unit, all []*manifest.Unit, override map[string]string) error {
	r.image(u)
	d := Deployment{Unit: u}
	s, how, err := r.runs(u, override)
	if err != nil {
		return err
	}
	switch {
	case s != nil:
		d.Package, d.How = s.Package, how
		r.imageOf(u, s)
		if u.Kind == manifest.Alone {
			u.Name = s.Name
		}
	case u.Kind == manifest.Alone: // of something else
		return nil
	}
	r.Units = append(r.Units, d)
	for _, c := range manifestChecks {
		c.run(&inspection{report: r, check: c, unit: u, service: s, all: all})
	}
	return nil
}

// extensions are those of the files in a directory that are looked at.
var extensions = []string{".yml", ".yaml", ".json", ".service", ".nomad", ".hcl"}

// read returns the text of a file that a manifest names.
func (r *Report) read(file string) ([]byte, error) {
	if !filepath.IsAbs(file) {
		file = filepath.Join(r.Dir, filepath.FromSlash(file))
	}
	return os.ReadFile(file)
}

// overrides reports whether a file is read with the one that it overrides. One that is
// named alone is read by itself.
func (r *Report) overrides(file string, names []string) bool {
	base, ok := manifest.Overrides(file)
	if !ok || len(names) == 1 && names[0] == file {
		return false
	}
	_, err := os.Stat(base)
	return err == nil
}

func (r *Report) units(src Sources) (units []*manifest.Unit, err error) {
	names := src.Files
	if names == nil && src.Stdin == nil {
		for _, pattern := range usual {
			found, err := filepath.Glob(filepath.Join(r.Dir, pattern))
			if err != nil {
				return nil, err
			}
			names = append(names, found...)
		}
	}
	if src.Stdin != nil {
		if units, err = manifest.Parse("stdin", src.Stdin, nil); err != nil {
			return nil, err
		}
	}
	for _, name := range names {
		err := filepath.WalkDir(name, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || file != name && !slices.Contains(extensions, filepath.Ext(file)) {
				return err
			}
			if file == name && dockerfileName().MatchString(filepath.Base(file)) {
				units = append(units, dockerfileUnit(finding.Rel(r.Dir, file), "."))
				return nil
			}
			if r.overrides(file, names) {
				return nil
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			found, err := manifest.Parse(finding.Rel(r.Dir, file), data, r.read)
			units = append(units, found...)
			if file != name { // a template of Helm is no YAML
				return nil
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return units, nil
}

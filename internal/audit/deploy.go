package audit

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/manifest"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
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
	"docker-compose*.yml", "docker-compose*.yaml", "compose*.yml", "compose*.yaml",
	"kubernetes", "kubernetes-manifests", "k8s", "deploy", "manifests",
}

// Deploy reads the manifests and adds what they tell, and what is wrong with
// them, to the report.
func (r *Report) Deploy(src Sources) error {
	units, err := r.units(src)
	if err != nil {
		return err
	}
	for _, u := range units {
		r.image(u)
		d := Deployment{Unit: u}
		s, how, err := r.runs(u, src.Map)
		if err != nil {
			return err
		}
		if s != nil {
			d.Package, d.How = s.Package, how
			r.imageOf(u, s)
		}
		r.Units = append(r.Units, d)
		for _, c := range manifestChecks {
			c.run(&inspection{report: r, check: c, unit: u, service: s, all: units})
		}
	}
	r.Findings = finding.Sort(r.Findings)
	return nil
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
		if units, err = manifest.Parse("stdin", src.Stdin); err != nil {
			return nil, err
		}
	}
	for _, name := range names {
		err := filepath.WalkDir(name, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || file != name && !slices.Contains([]string{".yml", ".yaml", ".json"}, filepath.Ext(file)) {
				return err
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			found, err := manifest.Parse(finding.Rel(r.Dir, file), data)
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

// image reads the Dockerfile that a unit is built from.
func (r *Report) image(u *manifest.Unit) {
	if u.Context == "" {
		return
	}
	file := u.Dockerfile
	if !path.IsAbs(file) {
		file = path.Join(u.Context, file)
	}
	u.Image2File = r.dockerfile(file, u.Args)
}

// imageOf reads the Dockerfile of a service whose manifest does not say what the
// image is built from: the one that lies beside it, or that of the whole, if it
// builds the service.
func (r *Report) imageOf(u *manifest.Unit, s *service.Service) {
	if u.Context != "" {
		return
	}
	if u.Image2File = r.dockerfile(path.Join(s.Dir, "Dockerfile"), nil); u.Image2File != nil {
		return
	}
	img := r.dockerfile("Dockerfile", nil)
	if img != nil && slices.ContainsFunc(img.Builds, func(b string) bool { return path.Clean(b) == s.Dir }) {
		u.Image2File = img
	}
}

// dockerfile reads a Dockerfile; it is nil when there is none.
func (r *Report) dockerfile(file string, args map[string]string) *manifest.Image {
	data, err := os.ReadFile(filepath.Join(r.Dir, filepath.FromSlash(file)))
	if err != nil {
		return nil
	}
	return manifest.ParseDockerfile(file, data, args)
}

// runs returns the service that runs in a unit, and how that is known.
func (r *Report) runs(u *manifest.Unit, override map[string]string) (*service.Service, string, error) {
	image := path.Base(u.Image)
	image, _, _ = strings.Cut(image, "@")
	image, _, _ = strings.Cut(image, ":")
	to, ok := override[u.Name]
	if !ok {
		to, ok = override[image]
	}
	if ok {
		if s := r.service(func(s *service.Service) bool { return s.Package == to || s.Dir == path.Clean(to) || s.Name == to }); s != nil {
			return s, "as told", nil
		}
		return nil, "", fmt.Errorf("--map %s=%s: no service has this package, directory or name", u.Name, to)
	}
	if u.Image2File != nil {
		for _, b := range u.Image2File.Builds {
			dir := path.Join(u.Context, b)
			if s := r.service(func(s *service.Service) bool { return s.Dir == dir || s.Package == b }); s != nil {
				return s, "built by its Dockerfile", nil
			}
		}
	}
	if u.Context != "" && u.Context != "." {
		below := func(s *service.Service) bool { return s.Dir == u.Context || strings.HasPrefix(s.Dir, u.Context+"/") }
		if s := r.service(below); s != nil {
			return s, "alone in the directory it is built from", nil
		}
	}
	if s := r.service(func(s *service.Service) bool { return u.Program != "" && s.Name == u.Program }); s != nil {
		return s, "by its command", nil
	}
	name, container, _ := strings.Cut(u.Name, "/")
	for _, n := range []string{container, name, image} {
		if s := r.service(func(s *service.Service) bool { return n != "" && s.Name == n }); s != nil {
			return s, "by its name", nil
		}
	}
	return nil, "", nil
}

// service returns the only service for which f holds, or nil.
func (r *Report) service(f func(*service.Service) bool) *service.Service {
	var found *service.Service
	for i := range r.Services {
		if !f(&r.Services[i]) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &r.Services[i]
	}
	return found
}

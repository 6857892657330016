package audit

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/manifest"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// alone returns the images of the Dockerfiles that stand where they usually do
// and that no manifest uses.
func (r *Report) alone(used map[string]bool) (units []*manifest.Unit) {
	dirs := []string{"."}
	for _, s := range r.Services {
		dirs = append(dirs, s.Dir)
	}
	for _, dir := range dirs {
		file := path.Join(dir, "Dockerfile")
		if used[file] || r.dockerfile(file, nil) == nil {
			continue
		}
		used[file] = true
		units = append(units, dockerfileUnit(file, dir))
	}
	return units
}

func dockerfileUnit(file, context string) *manifest.Unit {
	dockerfile := file
	if context != "." {
		dockerfile = strings.TrimPrefix(file, context+"/")
	}
	return &manifest.Unit{
		Name: strings.TrimLeft(path.Base(path.Dir(file)), "."), Kind: manifest.Alone, Place: manifest.Place{File: file, Line: 1, Column: 1}, Context: context, Dockerfile: dockerfile,
		Grace: manifest.Setting{Open: true}, Restart: "always",
	}
}

var dockerfileName = lazyregexp.New(`(?i)^(docker|container)file|\.(docker|container)file$`)

// image reads the Dockerfile that a unit is built from.
func (r *Report) image(u *manifest.Unit) {
	if u.Context == "" {
		return
	}
	file := u.Dockerfile
	if !path.IsAbs(file) {
		file = path.Join(u.Context, file)
	}
	u.Built(r.dockerfile(file, u.Args))
}

// imageOf reads the Dockerfile of a service whose manifest does not say what the
// image is built from: the one that lies beside it, or that of the whole, if it
// builds the service.
func (r *Report) imageOf(u *manifest.Unit, s *service.Service) {
	if u.Context != "" {
		return
	}
	if img := r.dockerfile(path.Join(s.Dir, "Dockerfile"), nil); img != nil {
		u.Built(img)
		return
	}
	img := r.dockerfile("Dockerfile", nil)
	if img != nil && slices.ContainsFunc(img.Builds, func(b string) bool { return path.Clean(b) == s.Dir }) {
		u.Built(img)
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

package audit

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/manifest"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// runs returns the service that runs in a unit, and how that is known.
func (r *Report) runs(u *manifest.Unit, override map[string]string) (*service.Service, string, error) {
	image := imageName(u.Image)
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
	if s := r.built(u); s != nil {
		return s, "built by its Dockerfile", nil
	}
	if u.Context != "" && u.Context != "." {
		below := func(s *service.Service) bool { return s.Dir == u.Context || strings.HasPrefix(s.Dir, u.Context+"/") }
		if s := r.service(below); s != nil {
			return s, "alone in the directory it is built from", nil
		}
	}
	if s := r.named(u.Program); s != nil {
		return s, "by its command", nil
	}
	if img := u.BuiltBy; img != nil && !u.Entrypoint {
		if s := r.named(img.Program); s != nil {
			return s, "by the command of its Dockerfile", nil
		}
	}
	name, container, _ := strings.Cut(u.Name, "/")
	for _, n := range []string{container, name, image} {
		if s := r.named(n); s != nil && !foreign(image, s) {
			return s, "by its name", nil
		}
	}
	return nil, "", nil
}

// built returns the service that the Dockerfile of a unit builds; of several, the
// one that the container runs.
func (r *Report) built(u *manifest.Unit) *service.Service {
	if u.BuiltBy == nil {
		return nil
	}
	var list []*service.Service
	for _, b := range u.BuiltBy.Builds {
		dir := path.Join(u.Context, b)
		s := r.service(func(s *service.Service) bool { return s.Dir == dir || s.Package == b })
		if s != nil && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	program := u.BuiltBy.Program
	if u.Program != "" {
		program = u.Program
	}
	for _, s := range list {
		if s.Name == program || path.Base(s.Package) == program {
			return s
		}
	}
	return nil
}

// foreign reports whether an image is known to be that of a program of others, and
// not of the project of a service of the same name.
func foreign(image string, s *service.Service) bool {
	module := strings.Split(strings.TrimSuffix(s.Package, "/"+s.Dir), "/")
	return othersImages[image] && !slices.Contains(module, image)
}

// othersImages are images that many projects run beside their own.
var othersImages = map[string]bool{
	"rabbitmq": true, "redis": true, "valkey": true, "memcached": true, "postgres": true, "postgresql": true, "mysql": true, "mariadb": true, "mongo": true,
	"mongodb": true, "elasticsearch": true, "opensearch": true, "kafka": true, "zookeeper": true, "nats": true, "etcd": true, "consul": true, "vault": true,
	"nginx": true, "httpd": true, "haproxy": true, "traefik": true, "caddy": true, "envoy": true, "registry": true, "minio": true, "localstack": true,
	"prometheus": true, "alertmanager": true, "grafana": true, "jaeger": true, "influxdb": true, "clickhouse": true, "busybox": true, "alpine": true,
}

// imageName is the last part of the name of an image, without tag and digest.
func imageName(image string) string {
	image, _, _ = strings.Cut(path.Base(image), "@")
	image, _, _ = strings.Cut(image, ":")
	return image
}

// plain leaves out of names what they are not always written with.
var plain = strings.NewReplacer("-", "", "_", "", ".", "")

// named returns the service of a name; shop-server may be cmd/server of shop, and
// my-shop that which is called myshop.
func (r *Report) named(name string) *service.Service {
	if name == "" {
		return nil
	}
	if s := r.service(func(s *service.Service) bool { return s.Name == name }); s != nil {
		return s
	}
	if s := r.service(func(s *service.Service) bool {
		dir, last := path.Split(s.Package)
		of, ok := strings.CutSuffix(name, "-"+last)
		return ok && slices.Contains(strings.Split(dir, "/"), of)
	}); s != nil {
		return s
	}
	return r.service(func(s *service.Service) bool {
		host, _, _ := strings.Cut(s.Name, ".") // of a module that is named by its site alone
		return plain.Replace(s.Name) == plain.Replace(name) || host == name
	})
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

package lifecycle

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// environment collects what is wrong with the settings, so that a deployment reports all of
// it together.
var environment struct {
	sync.Mutex
	problems map[string]error // by key
}

// RequireEnv returns the value of an environment variable that the service
// cannot run without. If it is missing or empty, RequireEnv returns "" and
// CheckEnv reports it.
func RequireEnv(key string) string {
	value := os.Getenv(key)
	var err error
	if value == "" {
		err = fmt.Errorf("%s is not set", key)
	}
	noteEnv(key, err)
	return value
}

// EnvURL returns the value of an environment variable with the address of another service:
// a URL, a host and port, or a data source name. If it is missing or empty, EnvURL returns
// devDefault. In production, where a container that dials "localhost" reaches itself,
// CheckEnv reports a variable that is missing while devDefault is local, and one that is
// set to a local address; read the address of a sidecar with os.Getenv or RequireEnv.
//
// Production is where APP_ENV, ENVIRONMENT, ENV or GO_ENV, the first of them that is set,
// is "production" or "prod".
func EnvURL(key, devDefault string) string {
	value := os.Getenv(key)
	result := cmp.Or(value, devDefault)
	var err error
	if production() && isLocal(result) {
		if value == "" {
			err = fmt.Errorf("%s is not set, and its default %s is local", key, devDefault)
		} else {
			err = fmt.Errorf("%s is a local address", key) // it may hold a password
		}
	}
	noteEnv(key, err)
	return result
}

// CheckEnv returns the problems that RequireEnv and EnvURL met, joined and
// sorted by key, or nil. Run, Serve and Main call it before they start.
func CheckEnv() error {
	environment.Lock()
	defer environment.Unlock()
	var keys []string
	for key := range environment.problems {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	var errs []error
	for _, key := range keys {
		errs = append(errs, environment.problems[key])
	}
	return errors.Join(errs...)
}

// noteEnv keeps the latest finding about key.
func noteEnv(key string, err error) {
	environment.Lock()
	defer environment.Unlock()
	if err == nil {
		delete(environment.problems, key)
		return
	}
	if environment.problems == nil {
		environment.problems = map[string]error{}
	}
	environment.problems[key] = err
}

func production() bool {
	name := cmp.Or(os.Getenv("APP_ENV"), os.Getenv("ENVIRONMENT"), os.Getenv("ENV"), os.Getenv("GO_ENV"))
	return strings.EqualFold(name, "production") || strings.EqualFold(name, "prod")
}

// isLocal reports whether an address names this machine. Of a URL only the
// authority counts, and of that not the user: its path may say localhost.
func isLocal(address string) bool {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address, _, _ = strings.Cut(rest, "/")
	}
	address = address[strings.LastIndexByte(address, '@')+1:]
	address, _, _ = strings.Cut(address, "/")
	if strings.Contains(address, "[::1]") || address == "::1" {
		return true
	}
	// Hosts are what remains between punctuation: host:port, tcp(host:port),
	// host=… port=…, host,host.
	hosts := strings.FieldsFunc(address, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '-' && r != '_'
	})
	return slices.ContainsFunc(hosts, func(host string) bool {
		host = strings.ToLower(host)
		ip, err := netip.ParseAddr(host)
		return host == "localhost" || strings.HasSuffix(host, ".localhost") ||
			err == nil && (ip.IsLoopback() || ip.IsUnspecified())
	})
}

package lifecycle

import (
	"strings"
	"testing"
)

// freshEnv forgets what other tests asked for.
func freshEnv(t *testing.T, vars map[string]string) {
	for _, key := range []string{"APP_ENV", "ENVIRONMENT", "ENV", "GO_ENV", "BILLING_URL", "DB_URL"} {
		t.Setenv(key, vars[key])
	}
	environment.problems = nil
	t.Cleanup(func() { environment.problems = nil })
}

func TestEnvInDevelopment(t *testing.T) {
	freshEnv(t, nil)
	if got := EnvURL("BILLING_URL", "http://localhost:8098"); got != "http://localhost:8098" {
		t.Errorf("got %q", got)
	}
	if err := CheckEnv(); err != nil {
		t.Errorf("a local default is fine in development: %v", err)
	}
	if RequireEnv("DB_URL") != "" || CheckEnv() == nil {
		t.Error("a required variable is required everywhere")
	}
	t.Setenv("DB_URL", "mongodb://localhost")
	if RequireEnv("DB_URL") != "mongodb://localhost" || CheckEnv() != nil {
		t.Errorf("still reported: %v", CheckEnv())
	}
}

func TestEnvInProduction(t *testing.T) {
	for _, c := range []struct {
		env, value, def, problem string
	}{
		{"APP_ENV", "", "http://localhost:1", "BILLING_URL is not set"},
		{"GO_ENV", "http://127.0.0.1:1", "", "BILLING_URL is a local address"},
		{"ENV", "http://billing:8098", "http://localhost:1", ""},
		{"ENVIRONMENT", "", "http://billing:8098", ""},
	} {
		freshEnv(t, map[string]string{c.env: "Production", "BILLING_URL": c.value})
		EnvURL("BILLING_URL", c.def)
		err := CheckEnv()
		if (err != nil) != (c.problem != "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestEnvProblemsComeTogether(t *testing.T) {
	useDefault(t)
	freshEnv(t, map[string]string{"APP_ENV": "prod"})
	RequireEnv("DB_URL")
	EnvURL("BILLING_URL", "http://localhost:1")
	EnvURL("BILLING_URL", "http://localhost:1")
	err := CheckEnv()
	want := "BILLING_URL is not set, and its default http://localhost:1 is local\nDB_URL is not set"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	for name, got := range map[string]error{
		"Run":  New(nil, "127.0.0.1:0", quietLog()).Run(),
		"Main": newDefault().callMain(nil),
	} {
		if got == nil || !strings.Contains(got.Error(), "DB_URL is not set") {
			t.Errorf("%s started: %v", name, got)
		}
	}
}

func TestIsLocal(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"http://localhost:8080/x":                  true,
		"http://LOCALHOST":                         true,
		"http://api.localhost":                     true,
		"http://127.0.0.1:1":                       true,
		"http://127.8.8.8":                         true,
		"http://[::1]:80/":                         true,
		"::1":                                      true,
		"0.0.0.0:80":                               true,
		"localhost:6379":                           true,
		"mongodb://u:p@db1:1,localhost:2/x":        true,
		"user:secret@tcp(localhost:3306)/shop":     true,
		"host=localhost port=5432 dbname=x":        true,
		"":                                         false,
		"http://example.org/localhost":             false,
		"http://localhost.example.org":             false,
		"http://mylocalhost":                       false,
		"https://localhost:pw@db.internal":         false,
		"user:localhost@tcp(db:3306)/localhost":    false,
		"http://[2001:db8::1]:80":                  false,
		"http://128.0.0.1":                         false,
		"amqp://guest:guest@rabbit:5672/localhost": false,
	} {
		if got := isLocal(address); got != want {
			t.Errorf("isLocal(%q) = %v", address, got)
		}
	}
}

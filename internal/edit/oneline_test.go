package edit

import "testing"

func TestOneLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"s.Run":                                 "s.Run",
		"app.New(\n\tcfg,\n\tlog,\n).Run":       "app.New(cfg, log).Run",
		"client.\n\t\tGet().\n\t\tDo":           "client.Get().Do",
		"func() error {\n\treturn s.run()\n}()": "func() error {…}()",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", text, got, want)
		}
	}
}

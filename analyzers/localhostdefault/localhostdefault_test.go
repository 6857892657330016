package localhostdefault_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/localhostdefault"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, localhostdefault.New,
		checktest.Variant{Dir: "localhostdefault_config"},
		checktest.Variant{Dir: "localhostdefault_main"},
		checktest.Variant{Dir: "localhostdefault_sole"},
		checktest.Variant{Dir: "localhostdefault_tool"},
		checktest.Variant{Dir: "localhostdefault_commands"},
		checktest.Variant{Dir: "localhostdefault_product"},
		checktest.Variant{Dir: "localhostdefault_store"},
		checktest.Variant{Dir: "localhostdefault_own"},
		checktest.Variant{Dir: "localhostdefault_imports"},
		checktest.Variant{Dir: "localhostdefault_fixed"},
		checktest.Variant{Dir: "localhostdefault_healthcheck"},
		checktest.Variant{Dir: "localhostdefault_fixed/agents"},
		checktest.Variant{Dir: "localhostdefault_byhand/appctl"},
	)
}

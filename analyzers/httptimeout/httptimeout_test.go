package httptimeout_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, httptimeout.New,
		checktest.Variant{Dir: "bodynolimit_gin"},
		checktest.Variant{Dir: "connnodeadline_limited"},
		checktest.Variant{Dir: "connnodeadline_handshake"},
		checktest.Variant{Dir: "connnodeadline_handshaken"},
		checktest.Variant{Dir: "connnodeadline_byhand/cli"},
		checktest.Variant{Dir: "dialnotimeout_byhand/cli"},
		checktest.Variant{Dir: "defaulttransportproxy_set"},
		checktest.Variant{Dir: "defaulttransportproxy_field"},
		checktest.Variant{Dir: "defaulttransportproxy_deadline"},
		checktest.Variant{Dir: "defaulttransportproxy_otherdeadline"},
		checktest.Variant{Dir: "defaulttransportproxy_global"},
		checktest.Variant{Dir: "servernotimeout_set"},
		checktest.Variant{Dir: "servernotimeout_embedded"},
		checktest.Variant{Dir: "servernotimeout_main"},
		checktest.Variant{Dir: "servernotimeout_frameworks"},
		checktest.Variant{Dir: "servernotimeout_fasthttp"},
		checktest.Variant{Dir: "servernotimeout_fasthttpset"},
		checktest.Variant{Dir: "servernotimeout_fasthttpgiven"},
		checktest.Variant{Dir: "bodynolimit_middleware"},
		checktest.Variant{Dir: "bodynolimit_copied"},
		checktest.Variant{Dir: "bodynolimit_files"},
		checktest.Variant{Dir: "bodynolimit_good"},
		checktest.Variant{Dir: "bodynolimit_inflated"},
		checktest.Variant{Dir: "bodynolimit_inflated_ok"},
		checktest.Variant{Dir: "bodynolimit_download"},
		checktest.Variant{Dir: "bodynolimit_messages"},
		checktest.Variant{Dir: "bodynolimit_messages_ok"},
		checktest.Variant{Dir: "bodynolimit_messages_client"},
		checktest.Variant{Dir: "clientnotimeout_tool"},
		checktest.Variant{Dir: "clientnotimeout_dial"},
		checktest.Variant{Dir: "clientnotimeout_carried"},
		checktest.Variant{Dir: "clientnotimeout_doer"},
		checktest.Variant{Dir: "clientnotimeout_sdk"},
		checktest.Variant{Dir: "clientnotimeout_sdk_free"},
		checktest.Variant{Dir: "clientnotimeout_sdk_given"},
		checktest.Variant{Dir: "clientnotimeout_sdk_limit"},
		checktest.Variant{Dir: "clientnotimeout_resty"},
		checktest.Variant{Dir: "clientnotimeout_restyset"},
		checktest.Variant{Dir: "clientnotimeout_waits"},
		checktest.Variant{Dir: "clientnotimeout_wrapped"},
		checktest.Variant{Dir: "clientnotimeout_zero"},
		checktest.Variant{Dir: "clientnotimeout_byhand/cli"},
		checktest.Variant{Dir: "clientnotimeout_serves"},
		checktest.Variant{Dir: "clientnotimeout_command"},
		checktest.Variant{Dir: "servernotimeout_signals"},
		checktest.Variant{Dir: "servernotimeout_pprof"},
		checktest.Variant{Dir: "servernotimeout_metrics"},
		checktest.Variant{Dir: "servernotimeout_stdlib", Options: check.Options{Fixes: "stdlib"}},
		checktest.Variant{Dir: "timeoutinversion_none"},
		checktest.Variant{Dir: "timeoutinversion_middleware"},
		checktest.Variant{Dir: "clientnotimeout_testing"},
		checktest.Variant{Dir: "clientnotimeout_set"},
		checktest.Variant{Dir: "clientnotimeout_global"},
		checktest.Variant{Dir: "clientnotimeout_import"},
		checktest.Variant{Dir: "clientnotimeout_stdlib", Options: check.Options{Fixes: "stdlib"}},
	)
}

package goroutineleak_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, goroutineleak.New,
		checktest.Variant{Dir: "blockedreceive_generic"},
		checktest.Variant{Dir: "blockedsend_request"},
		checktest.Variant{Dir: "slowreceiver_room"},
		checktest.Variant{Dir: "unboundedwait_command"},
		checktest.Variant{Dir: "failedconstructor_main"},
		checktest.Variant{Dir: "receiveloop_open"},
		checktest.Variant{Dir: "stopnevercalled_kept"},
		checktest.Variant{Dir: "stopnevercalled_kept/table"},
		checktest.Variant{Dir: "stopnevercalled_kept/worker"},
		checktest.Variant{Dir: "unjoinedworker_periodic"},
		checktest.Variant{Dir: "tickerrange_main"},
		checktest.Variant{Dir: "blockedsend_itself"},
		checktest.Variant{Dir: "blockedsend_named"},
		checktest.Variant{Dir: "blockedsend_serves"},
		checktest.Variant{Dir: "blockedsend_nilmain"},
		checktest.Variant{Dir: "blockedsend_command"},
		checktest.Variant{Dir: "blockedsend_library"},
		checktest.Variant{Dir: "blockedsend_pipeline"},
		checktest.Variant{Dir: "noexit_main"},
		checktest.Variant{Dir: "noexit_command"},
		checktest.Variant{Dir: "noexit_tool"},
		checktest.Variant{Dir: "noexit_leak"},
		checktest.Variant{Dir: "noexit_house"},
		checktest.Variant{Dir: "noexit_cobra"},
		checktest.Variant{Dir: "noexit_memory"},
		checktest.Variant{Dir: "noexit_entry"},
		checktest.Variant{Dir: "tickerrange_memory"},
		checktest.Variant{Dir: "unjoinedworker_command"},
		checktest.Variant{Dir: "unjoinedworker_later"},
		checktest.Variant{Dir: "noexit_helper"},
		checktest.Variant{Dir: "tickerrange_helper"},
		checktest.Variant{Dir: "stopneversignalled_leak"},
		checktest.Variant{Dir: "stopnevercalled_leak"},
		checktest.Variant{Dir: "stopnevercalled_main"},
		checktest.Variant{Dir: "stopnevercalled_one"},
		checktest.Variant{Dir: "stopnevercalled_jobs"},
		checktest.Variant{Dir: "stopnevercalled_jobsmain"},
		checktest.Variant{Dir: "stopnevercalled_jobskilled"},
		checktest.Variant{Dir: "stopnevercalled_jobsstopped"},
		checktest.Variant{Dir: "stopnevercalled_byhand/cli"},
		checktest.Variant{Dir: "tickerrange_stdlib", Options: check.Options{Fixes: "stdlib"}},
		checktest.Variant{Dir: "recursiveretry_good"}, checktest.Variant{Dir: "receiveloop_good"}, checktest.Variant{Dir: "callbackwaits_unordered"}, checktest.Variant{Dir: "callbackwaits_setting"},
		checktest.Variant{Dir: "unreadchannel_kafka"},
		checktest.Variant{Dir: "unreadchannel_kept"},
		checktest.Variant{Dir: "unreadchannel_low"},
		checktest.Variant{Dir: "unreadchannel_off"},
		checktest.Variant{Dir: "uncancellablesleep_stdlib", Options: check.Options{Fixes: "stdlib"}},
	)
}

package shutdownorder_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, shutdownorder.New,
		checktest.Variant{Dir: "nosignalhandling_helper"},
		checktest.Variant{Dir: "nosignalhandling_typed"},
		checktest.Variant{Dir: "nosignalhandling_func"},
		checktest.Variant{Dir: "nosignalhandling_unused"},
		checktest.Variant{Dir: "nosignalhandling_server"},
		checktest.Variant{Dir: "nosignalhandling_taken"},
		checktest.Variant{Dir: "nosignalhandling_embedded"},
		checktest.Variant{Dir: "nosignalhandling_group"},
		checktest.Variant{Dir: "nosignalhandling_grpc"},
		checktest.Variant{Dir: "nosignalhandling_grpcreturn"},
		checktest.Variant{Dir: "nosignalhandling_spawned"},
		checktest.Variant{Dir: "nosignalhandling_metrics"},
		checktest.Variant{Dir: "nosignalhandling_actors"},
		checktest.Variant{Dir: "nosignalhandling_rungroup"},
		checktest.Variant{Dir: "nosignalhandling_grpcfatal"},
		checktest.Variant{Dir: "nosignalhandling_tls"},
		checktest.Variant{Dir: "nosignalhandling_exporter"},
		checktest.Variant{Dir: "nosignalhandling_exporterdefers"},
		checktest.Variant{Dir: "nosignalhandling_fleet_exporter"},
		checktest.Variant{Dir: "nosignalhandling_unix"},
		checktest.Variant{Dir: "nosignalhandling_servertls"},
		checktest.Variant{Dir: "nosignalhandling_gin"},
		checktest.Variant{Dir: "nosignalhandling_echo"},
		checktest.Variant{Dir: "nosignalhandling_fiber"},
		checktest.Variant{Dir: "nosignalhandling_imported"},
		checktest.Variant{Dir: "nosignalhandling_handled"},
		checktest.Variant{Dir: "nosignalhandling_local"},
		checktest.Variant{Dir: "nosignalhandling_aside"},
		checktest.Variant{Dir: "interruptonly_main"},
		checktest.Variant{Dir: "interruptonly_term"},
		checktest.Variant{Dir: "interruptonly_tool"},
		checktest.Variant{Dir: "interruptonly_eaten"},
		checktest.Variant{Dir: "interruptonly_imported"},
		checktest.Variant{Dir: "lifecyclenotrun_runs"},
		checktest.Variant{Dir: "lifecyclenotrun_waits"},
		checktest.Variant{Dir: "lifecyclenotrun_fatal"},
		checktest.Variant{Dir: "lifecyclenotrun_code"},
		checktest.Variant{Dir: "exitskipsdefer_plain"},
		checktest.Variant{Dir: "exitskipsdefer_beside"},
		checktest.Variant{Dir: "exitskipsdefer_buffered"},
		checktest.Variant{Dir: "servereturnrace_assign"},
		checktest.Variant{Dir: "servereturnrace_expr"},
		checktest.Variant{Dir: "servereturnrace_test"},
		checktest.Variant{Dir: "servereturnrace_return"},
		checktest.Variant{Dir: "servereturnrace_ok"},
		checktest.Variant{Dir: "servereturnrace_group"},
		checktest.Variant{Dir: "servereturnrace_groupok"},
		checktest.Variant{Dir: "servereturnrace_command"},
		checktest.Variant{Dir: "servereturnrace_library"},
		checktest.Variant{Dir: "nodrain_own"},
		checktest.Variant{Dir: "nodrain_file"},
		checktest.Variant{Dir: "nodrain_observed"},
		checktest.Variant{Dir: "nodrain_static"},
		checktest.Variant{Dir: "nodrain_stdlib", Options: check.Options{Fixes: "stdlib"}},
	)
}
